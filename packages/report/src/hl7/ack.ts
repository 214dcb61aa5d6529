import type { Header, Problem } from './oru.ts'

/** Characters with a meaning in a message that we write: |^~\& */
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\E\\',
  '|': '\\F\\',
  '^': '\\S\\',
  '~': '\\R\\',
  '&': '\\T\\',
  '\r': '\\.br\\',
  '\n': '\\.br\\',
}

function escaped(text: string): string {
  return text.replaceAll(/[\\|^~&\r\n]/g, (character) => escapes[character] ?? '')
}

/** ERR-3, HL7 table 0357: application internal error is not meant; `101` required field missing … are not told apart */
const errorCode = '207^Application error^HL70357'

/**
 * The acknowledgement of a message: MSA with AA (taken) or AE (refused), and an ERR for each problem. Segments end with CR.
 * @param header of the message; undefined if it could not be read
 * @param at the time, ISO 8601 @param id control id of the acknowledgement
 */
export function acknowledge(
  header: Header | undefined,
  problems: readonly Problem[],
  { at, id }: { at: string; id: string },
): string {
  const [application, facility] = header?.sender ?? ['', '']
  const time = `${at.replaceAll(/\D/g, '').slice(0, 14)}+0000`
  const charset = 'UNICODE UTF-8'
  const msh = [
    'MSH',
    '^~\\&',
    'JAANCH',
    '',
    // raw: they were escaped by their sender, whose delimiters may differ
    plainOf(application),
    plainOf(facility),
    time,
    '',
    'ACK^R01^ACK',
    id,
    'P',
    header?.version ?? '2.5.1',
    '',
    '',
    '',
    '',
    '',
    charset,
  ]
  const msa = ['MSA', problems.length === 0 ? 'AA' : 'AE', escaped(header?.controlId ?? '')]
  const errors = problems.map(({ segment, field, text }) => {
    const [name = '', position = ''] = field.split('-')
    // ERR-2: segment, its number, field
    const location = segment === 0 && name === '' ? '' : `${name}^${segment}^${position}`
    return ['ERR', '', location, errorCode, 'E', '', '', '', escaped(text)]
  })
  return [msh, msa, ...errors].map((fields) => `${fields.join('|')}\r`).join('')
}

function plainOf(raw: string): string {
  return /^[A-Za-z0-9 ._-]*$/.test(raw) ? raw : escaped(raw)
}
