const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the whole text is a uuid, 8-4-4-4-12 hexadecimal digits in any letter case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
