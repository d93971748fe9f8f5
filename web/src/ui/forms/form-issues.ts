interface Issue {
  path: string;
  message: string;
}

/**
 * The server's issues as field errors for a form: `form.setErrors(fieldErrors(problem.issues, form.getValues()))`.
 * Paths that are no field of the form are left to the notice.
 */
export function fieldErrors(issues: Issue[], values: object): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path.split(/[.[]/)[0] ?? '';
    if (field in values) errors[path in errors ? path : normalised(path)] ??= message;
  }
  return errors;
}

/** Whether fields say all of it, so that no notice has to say it again. */
export const isAtFields = (issues: Issue[], fields: readonly string[]): boolean =>
  issues.length > 0 && issues.every(({ path }) => fields.includes(path.split(/[.[]/)[0] ?? ''));

const normalised = (path: string) => path.replace(/\[(\d+)\]/g, '.$1');
