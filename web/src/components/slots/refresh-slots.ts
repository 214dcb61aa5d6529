import { mutate } from 'swr'

/** Fetches again what is free, after the server refused what was shown as free. */
export function refreshSlots(): void {
  void mutate((key) => typeof key === 'string' && key.startsWith('/api/slots?'))
}
