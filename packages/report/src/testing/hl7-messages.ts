/** HL7 v2 messages for tests and for docs/interoperability.md. */

/** A blood count with a comment, as lines; join them with CR. */
export const goodLines = [
  'MSH|^~\\&|LABSYS|SABAR|JAANCH|JAANCH|20261120123000+0530||ORU^R01^ORU_R01|MSG00042|P|2.5.1||||||UNICODE UTF-8',
  'PID|1||P-4711^^^SABAR^MR||Rao^Asha||19900531|F',
  'ORC|RE|JN-2026-000123',
  'OBR|1|JN-2026-000123||58410-2^CBC panel^LN|||20261120071000+0530||||||||||||||||||F',
  'OBX|1|NM|718-7^Haemoglobin^LN||13.0|g/dL^^UCUM|12.0-15.0|N|||F||||||Photometry',
  'OBX|2|NM|6690-2^Leucocytes^LN||7.1|10*3/uL^^UCUM|||||F',
  'OBX|3|SN|3016-3^TSH^LN^TSH^TSH^99JAANCH||<^0.01|uIU/mL|||||F',
  'OBX|4|CWE|5196-1^HBsAg^LN||131194007^Non-reactive^SCT||||||F',
  'NTE|1||Repeat the blood count in a month',
]

/** @param lines segments. @returns the message, each segment ended by CR */
export function messageOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\r`).join('')
}

export const goodMessage = messageOf(goodLines)

/** @param change of the line with this index: undefined removes it */
export function changed(index: number, change: (line: string) => string | undefined): string {
  return messageOf(goodLines.flatMap((line, n) => (n === index ? (change(line) ?? []) : line)))
}

/** @returns the line with another field; MSH counts as HL7 does */
export function withField(line: string, field: number, value: string): string {
  const fields = line.split('|')
  const at = line.startsWith('MSH') ? field - 1 : field
  while (fields.length <= at) fields.push('')
  fields[at] = value
  return fields.join('|')
}
