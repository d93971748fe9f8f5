import type { Choice, ChoiceField } from '@antiphon/contract/events';
import { make } from './make-element.ts';

const TYPES: Partial<Record<ChoiceField['kind'], string>> = {
  number: 'number',
  date: 'date',
  email: 'email',
  phone: 'tel',
};

/** A short form. What is filled in is sent as a message, a line for each field; what is wrong the browser says at its field. */
export function drawForm({ id, label, fields = [] }: Choice, send: (text: string) => void): HTMLElement {
  const form = make('form', 'chat-card');
  const drawn = fields.map((field) => ({ field, control: drawControl(`${id}-${field.id}`, field) }));
  for (const { field, control } of drawn) {
    const line = make('label', 'chat-field');
    const words = make('span', '', field.isRequired ? `${field.label} *` : field.label);
    words.dir = 'auto';
    line.append(words, control);
    form.append(line);
  }
  const button = make('button', 'chat-button', label);
  button.dir = 'auto';
  form.append(button);
  form.onsubmit = (event) => {
    event.preventDefault();
    const lines = drawn.map(({ field, control }) => [field.label, control.value.trim()] as const);
    const filled = lines.filter(([, value]) => value !== '');
    if (filled.length > 0) send(filled.map((line) => line.join(': ')).join('\n'));
    else drawn[0]?.control.focus();
  };
  return form;
}

function drawControl(id: string, { kind, choices, isRequired }: ChoiceField): HTMLInputElement | HTMLSelectElement {
  const control = choices.length > 0 ? make('select') : make('input');
  control.id = id;
  control.required = isRequired;
  control.dir = 'auto';
  if (control instanceof HTMLSelectElement) {
    control.append(...['', ...choices].map((choice) => new Option(choice)));
    return control;
  }
  control.type = TYPES[kind] ?? 'text';
  control.maxLength = 500;
  if (kind === 'number') control.step = 'any';
  if (kind === 'email') control.autocomplete = 'email';
  if (kind === 'phone') control.autocomplete = 'tel';
  return control;
}
