// Removes the name and the password of a sign-in from addresses, before they are recorded, reported or shown.

/** Takes an address as an agent writes it, perhaps without a scheme. A path such as /@name stays. */
export function addressWithoutUserInfo(address: string): string {
  return address.replace(WRITTEN, "$1");
}

const WRITTEN = /^(\s*(?:(?:https?|wss?|ftp):[\\/]*|[\\/]{2,})?)(?!\s*mailto:)[^\\/?#]*@/i;

/** Removes them from all addresses that a text names. */
export function withoutUserInfo(text: string): string {
  return text.replace(NAMED, "$1");
}

const NAMED = /\b((?:https?|wss?|ftp):[\\/]{2,})[^\s\\/?#"'<>]*@/gi;
