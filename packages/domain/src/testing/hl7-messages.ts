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

type Malformed = { what: string; message: string; answer: string }

const broken = (what: string, index: number, field: number, value: string, answer: string): Malformed => ({
  what,
  message: changed(index, (line) => withField(line, field, value)),
  answer,
})

/** Malformed messages with the first problem that they are answered with: `<field> in segment <number>: <sentence>`. */
export const malformed: readonly Malformed[] = [
  broken(
    'a word for a number',
    4,
    5,
    'thirteen',
    'OBX-5 in segment 5: HGB: "thirteen" is not a number. Send digits, such as 13.0.',
  ),
  broken(
    'a decimal comma',
    4,
    5,
    '13,0',
    'OBX-5 in segment 5: HGB: "13,0" is not a number. Send digits, such as 13.0.',
  ),
  broken(
    'two decimal points',
    4,
    5,
    '1.3.0',
    'OBX-5 in segment 5: HGB: "1.3.0" is not a number. Send digits, such as 13.0.',
  ),
  broken('no value', 4, 5, '', 'OBX-5 in segment 5: HGB: "" is not a number. Send digits, such as 13.0.'),
  broken(
    "HL7's null for a value",
    4,
    5,
    '""',
    'OBX-5 in segment 5: HGB: "" is not a number. Send digits, such as 13.0.',
  ),
  broken(
    'a number with its unit',
    4,
    5,
    '13.0 g/dL',
    'OBX-5 in segment 5: HGB: "13.0 g/dL" is not a number. Send digits, such as 13.0.',
  ),
  broken(
    'a negative number',
    4,
    5,
    '-13.0',
    'OBX-5 in segment 5: HGB: "-13.0" is not a number. Send digits, such as 13.0.',
  ),
  broken(
    'an exponent',
    4,
    5,
    '1.3e1',
    'OBX-5 in segment 5: HGB: "1.3e1" is not a number. Send digits, such as 13.0.',
  ),
  broken(
    'two values in one field',
    4,
    5,
    '13.0~14.0',
    'OBX-5 in segment 5: HGB: there are several values. Send one, in an OBX of its own.',
  ),
  broken(
    'a number as escape sequence',
    4,
    5,
    '1\\X33\\',
    'OBX-5 in segment 5: HGB: a number has no escape sequences. Send digits.',
  ),
  broken('no unit', 4, 6, '', 'OBX-6 in segment 5: HGB: the unit is missing. Send g/dL.'),
  broken(
    'a unit that does not exist',
    4,
    6,
    'g/dI',
    'OBX-6 in segment 5: HGB: the unit "g/dI" is not understood. Send g/dL.',
  ),
  broken(
    'a number as text type',
    4,
    2,
    'TX',
    'OBX-2 in segment 5: HGB: a number is sent as NM, or as SN if it is a bound or a range, not as TX.',
  ),
  broken('no type', 4, 2, '', 'OBX-2 in segment 5: The type is missing. Send NM, SN, ST or CWE.'),
  broken(
    'a code without its system',
    4,
    3,
    '718-7^Haemoglobin',
    'OBX-3 in segment 5: "718-7" has the code system (none). Send a LOINC code with LN, or the parameter\'s code with 99JAANCH.',
  ),
  broken('an unknown code', 4, 3, '1-8^Other^LN', 'OBX-3 in segment 5: LOINC 1-8 is not in the catalogue.'),
  broken(
    'codes that contradict each other',
    4,
    3,
    '718-7^Haemoglobin^LN^PLT^Platelets^99JAANCH',
    'OBX-3 in segment 5: PLT has the LOINC code 777-3, not 718-7. Correct one of them.',
  ),
  broken(
    'a preliminary result',
    4,
    11,
    'P',
    'OBX-11 in segment 5: HGB is not final (P). Send the message when all its results are final.',
  ),
  broken(
    'a segment that is cut off',
    4,
    11,
    '',
    'OBX-11 in segment 5: The status of HGB is missing: the segment may be cut off. Send F, C or X.',
  ),
  broken(
    'no result, but a value',
    4,
    11,
    'X',
    'OBX-5 in segment 5: HGB has a value, but OBX-11 says that there is no result.',
  ),
  broken(
    'a flag that is none',
    4,
    8,
    'high!',
    'OBX-8 in segment 5: "high!" is no abnormal flag. Send such as H, L, HH, LL, N or A.',
  ),
  broken(
    'a gap in the numbers',
    5,
    1,
    '3',
    'OBX-1 in segment 6: The number is 3 after 1: a segment may be missing. Number the results 1, 2, 3.',
  ),
  broken(
    'the same result twice',
    5,
    3,
    '718-7^Haemoglobin^LN',
    'OBX-3 in segment 6: HGB comes twice: first in segment 5. Send one of them.',
  ),
  broken(
    'a range as comparator',
    6,
    5,
    '<>^0.01',
    'OBX-5 in segment 7: TSH: "<>^0.01" begins with no comparator. Send <, >, <=, >= or =.',
  ),
  broken(
    'a word that contradicts its code',
    7,
    5,
    '11214006^Non-reactive^SCT',
    'OBX-5 in segment 8: HBSAG: the code and the text contradict each other: Non-reactive and Reactive.',
  ),
  broken(
    'a word that is none of the parameter',
    7,
    5,
    '^maybe',
    'OBX-5 in segment 8: HBSAG: "^maybe" is not one of: Non-reactive, Reactive.',
  ),
  broken(
    'another kind of message',
    0,
    9,
    'ADT^A01',
    'MSH-9 in segment 1: The message type is "ADT^A01". Results are sent as ORU^R01.',
  ),
  broken(
    'no control id',
    0,
    10,
    '',
    'MSH-10 in segment 1: The control id is missing. Each message needs one of its own, so that it is taken once.',
  ),
  broken(
    'a test message',
    0,
    11,
    'T',
    "MSH-11 in segment 1: The processing id T marks a test message, which can't become a report. Send P.",
  ),
  broken(
    'an unknown version',
    0,
    12,
    '3.0',
    'MSH-12 in segment 1: The version is "3.0". Versions 2.3 to 2.8.2 are understood.',
  ),
  broken(
    'a character set of a code page',
    0,
    18,
    '8859/1',
    'MSH-18 in segment 1: The character set "8859/1" is not understood. Send UNICODE UTF-8 or ASCII.',
  ),
  broken(
    'a date that does not exist',
    1,
    7,
    '19900231',
    'PID-7 in segment 2: "19900231" is no date of birth. Write 19900531.',
  ),
  broken(
    'no name',
    1,
    5,
    '',
    'PID-5 in segment 2: The name of the patient is missing. It is compared with the booking: family name^given name.',
  ),
  broken(
    'another order in ORC than in OBR',
    2,
    2,
    'JN-2026-000124',
    'OBR-2 in segment 4: This is another order (JN-2026-000123) than before (JN-2026-000124). Send one order per message.',
  ),
  broken(
    'a cancelled order',
    3,
    25,
    'X',
    'OBR-25 in segment 4: The order was cancelled (X): there is nothing to report. Decline it at Jaanch.',
  ),
  broken(
    'an unfinished escape sequence',
    8,
    3,
    'Repeat \\T in a month',
    'NTE-3 in segment 9: "\\T in a month" is no escape sequence that is understood here. Write \\E\\ for \\ itself.',
  ),
  {
    what: 'no line end at the end',
    message: goodMessage.slice(0, -1),
    answer:
      'message: The message does not end with a line end: it may be cut off. Send it whole, with a line end after its last segment.',
  },
  {
    what: 'a line break within a text',
    message: goodMessage.replace('Repeat the blood', 'Repeat the\nblood'),
    answer:
      'segment 10: The line "blood count in a month" is no segment. A line end within a text is written \\.br\\.',
  },
  {
    what: 'a frame of MLLP without its end',
    message: `\u000b${goodMessage}`,
    answer:
      'message: The message has the start byte of MLLP (0B) and not its end bytes (1C 0D): it is cut off.',
  },
  {
    what: 'a batch that counts more messages',
    message: `BHS|^~\\&|LABSYS\r${goodMessage}BTS|3\r`,
    answer: 'BTS-1 in segment 11: The batch counts "3". Send one message per request.',
  },
  {
    what: 'no patient',
    message: changed(1, () => undefined),
    answer: 'message: The PID segment (the patient) is missing.',
  },
  {
    what: 'letters beyond ASCII without a character set',
    message: changed(0, (line) => withField(line, 18, '')).replace('Asha', 'Āsha'),
    answer:
      'MSH-18 in segment 1: The message has characters beyond ASCII. Send it in UTF-8 and write UNICODE UTF-8 here, so that no letter is mistaken for another.',
  },
  {
    what: 'no HL7 at all',
    message: 'hello\r',
    answer: 'message: The message has no MSH segment. It must begin with one, such as MSH|^~\\&|.',
  },
]
