/** Where the ten digits begin in scripts that people write numbers in. Each is one sign, so that places stay what they are. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];

/** With ASCII digits, sign for sign. */
export const plainDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = ZEROS.findLast((from) => from <= code) ?? code;
    return String(code - zero);
  });
