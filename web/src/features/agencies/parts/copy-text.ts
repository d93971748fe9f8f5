import { toProblem } from '../../../api.ts';
import { say } from '../../../texts/texts.ts';
import { showFailure, showSuccess } from '../../../ui/states/toasts.tsx';

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showSuccess(copied);
  } catch (error) {
    const problem = { ...toProblem(error), message: say('dns-records', 'copyHint') };
    showFailure({ title: say('dns-records', 'copyFailed'), problem });
  }
}
