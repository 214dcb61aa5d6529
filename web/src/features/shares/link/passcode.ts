import { passcodeCharacters as characters, groupPasscode } from '@jaanch/shares/rules'

/** Eight characters: 36 bits, of which a link lets five be tried */
const length = 8

/** @returns a passcode that can be told by telephone, in two groups: 'K7MX-QPT4' */
export function suggestPasscode(): string {
  const chosen: string[] = []
  const limit = 256 - (256 % characters.length)
  while (chosen.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // each character has the same chance
      if (byte < limit && chosen.length < length) chosen.push(characters[byte % characters.length] ?? '')
    }
  }
  return groupPasscode(chosen.join(''))
}
