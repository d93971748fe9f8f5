import { isLanguage, type Language } from './languages.ts';

const key = 'picked-language';

/** Chosen on a screen of the sign-in, by somebody who is not known yet. It outlives the way to a provider and back. */
export function keepPickedLanguage(language: Language): void {
  try {
    sessionStorage.setItem(key, language);
  } catch {
    // Kept in this browser alone.
  }
}

/** Whoever signed in then keeps it. Told once. */
export function takePickedLanguage(): Language | null {
  try {
    const picked = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return picked !== null && isLanguage(picked) ? picked : null;
  } catch {
    return null;
  }
}
