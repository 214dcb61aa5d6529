/** Malformed HL7 v2 messages and their answers, for tests and for docs/interoperability.md. */
import { changed, goodMessage, withField } from './hl7-messages.ts'

type Malformed = { what: string; message: string; answer: string }

/** A message with another value in one field. @param index of the segment in the good message */
const broken = (what: string, index: number, field: number, value: string, answer: string): Malformed => ({
  what,
  message: changed(index, (line) => withField(line, field, value)),
  answer,
})

type Row = readonly [what: string, value: string, answer: string]

/** The same for several values of a field, which the answers name. */
function inField(index: number, field: number, ...rows: Row[]): Malformed[] {
  const name = goodMessage.split('\r')[index]?.slice(0, 3)
  return rows.map(([what, value, answer]) =>
    broken(what, index, field, value, `${name}-${field} in segment ${index + 1}: ${answer}`),
  )
}

const notANumber = (what: string, value: string): Row => [
  what,
  value,
  `HGB: "${value}" is not a number. Send digits, such as 13.0.`,
]

/** Malformed messages with the first problem that they are answered with: `<field> in segment <number>: <sentence>`. */
export const malformed: readonly Malformed[] = [
  ...inField(
    4,
    5,
    notANumber('a word for a number', 'thirteen'),
    notANumber('a decimal comma', '13,0'),
    notANumber('two decimal points', '1.3.0'),
    notANumber('no value', ''),
    ["HL7's null for a value", '""', 'HGB: "" is not a number. Send digits, such as 13.0.'],
    notANumber('a number with its unit', '13.0 g/dL'),
    notANumber('a negative number', '-13.0'),
    notANumber('an exponent', '1.3e1'),
    [
      'two values in one field',
      '13.0~14.0',
      'HGB: there are several values. Send one, in an OBX of its own.',
    ],
    ['a number as escape sequence', '1\\X33\\', 'HGB: a number has no escape sequences. Send digits.'],
  ),
  ...inField(
    4,
    6,
    ['no unit', '', 'HGB: the unit is missing. Send g/dL.'],
    ['a unit that does not exist', 'g/dI', 'HGB: the unit "g/dI" is not understood. Send g/dL.'],
    [
      'a unit whose code and text differ',
      'g/dL^g/L^UCUM',
      'HGB: code and text of the unit contradict each other: "g/dL" and "g/L". Send one.',
    ],
  ),
  ...inField(
    4,
    2,
    [
      'a number as text type',
      'TX',
      'HGB: a number is sent as NM, or as SN if it is a bound or a range, not as TX.',
    ],
    ['no type', '', 'The type is missing. Send NM, SN, ST or CWE.'],
  ),
  ...inField(
    4,
    3,
    [
      'a code without its system',
      '718-7^Haemoglobin',
      '"718-7" has the code system (none). Send a LOINC code with LN, or the parameter\'s code with 99JAANCH.',
    ],
    ['an unknown code', '1-8^Other^LN', 'LOINC 1-8 is not in the catalogue.'],
    [
      'codes that contradict each other',
      '718-7^Haemoglobin^LN^PLT^Platelets^99JAANCH',
      'PLT has the LOINC code 777-3, not 718-7. Correct one of them.',
    ],
  ),
  ...inField(
    4,
    11,
    ['a preliminary result', 'P', 'HGB is not final (P). Send the message when all its results are final.'],
    [
      'a segment that is cut off',
      '',
      'The status of HGB is missing: the segment may be cut off. Send F, C, X, D or W.',
    ],
  ),
  broken(
    'no result, but a value',
    4,
    11,
    'X',
    'OBX-5 in segment 5: HGB has a value, but OBX-11 says that there is no result.',
  ),
  ...inField(4, 8, [
    'a flag that is none',
    'high!',
    '"high!" is no abnormal flag. Send such as H, L, HH, LL, N or A.',
  ]),
  ...inField(5, 1, [
    'a gap in the numbers',
    '3',
    'The number is 3 after 1: a segment may be missing. Number the results 1, 2, 3.',
  ]),
  ...inField(5, 3, [
    'the same result twice',
    '718-7^Haemoglobin^LN',
    'HGB comes twice: first in segment 5. Send one of them.',
  ]),
  ...inField(6, 5, [
    'a range as comparator',
    '<>^0.01',
    'TSH: "<>^0.01" begins with no comparator. Send <, >, <=, >= or =.',
  ]),
  ...inField(7, 5, [
    'a word that contradicts its code',
    '11214006^Non-reactive^SCT',
    'HBSAG: the code and the text contradict each other: Non-reactive and Reactive.',
  ]),
  broken(
    'a flag that contradicts the word',
    7,
    8,
    'RR',
    'OBX-5 in segment 8: HBSAG: the code and the text contradict each other: Non-reactive and Reactive.',
  ),
  ...inField(
    7,
    5,
    [
      'a code with a text that says more',
      '131194007^Reactive, weak^SCT',
      'HBSAG: the result says "Reactive, weak" too, which is not one of: Non-reactive, Reactive.',
    ],
    [
      'a word that is none of the parameter',
      '^maybe',
      'HBSAG: "^maybe" is not one of: Non-reactive, Reactive.',
    ],
  ),
  ...inField(0, 9, [
    'another kind of message',
    'ADT^A01',
    'The message type is "ADT^A01". Results are sent as ORU^R01.',
  ]),
  ...inField(0, 10, [
    'no control id',
    '',
    'The control id is missing. Each message needs one of its own, so that it is taken once.',
  ]),
  ...inField(0, 11, [
    'a test message',
    'T',
    "The processing id T marks a test message, which can't become a report. Send P.",
  ]),
  ...inField(0, 12, [
    'an unknown version',
    '3.0',
    'The version is "3.0". Versions 2.3 to 2.8.2 are understood.',
  ]),
  ...inField(0, 18, [
    'a character set of a code page',
    '8859/1',
    'The character set "8859/1" is not understood. Send UNICODE UTF-8 or ASCII.',
  ]),
  ...inField(1, 7, [
    'a date that does not exist',
    '19900231',
    '"19900231" is no date of birth. Write 19900531.',
  ]),
  ...inField(1, 5, [
    'no name',
    '',
    'The name of the patient is missing. It is compared with the booking: family name^given name.',
  ]),
  broken(
    'another order in ORC than in OBR',
    2,
    2,
    'JN-2026-000124',
    'OBR-2 in segment 4: This is another order (JN-2026-000123) than before (JN-2026-000124). Send one order per message.',
  ),
  ...inField(3, 25, [
    'a cancelled order',
    'X',
    'The order was cancelled (X): there is nothing to report. Decline it at Jaanch.',
  ]),
  ...inField(2, 1, [
    'an order that is cancelled',
    'CA',
    'The order was cancelled (CA): there is nothing to report. Decline it at Jaanch.',
  ]),
  ...inField(2, 5, [
    'an order that was cancelled before',
    'CA',
    'The order was cancelled (CA): there is nothing to report. Decline it at Jaanch.',
  ]),
  ...inField(0, 14, [
    'a part of a longer message',
    '2',
    'The message is a part of a longer one (continuation pointer). Send it whole.',
  ]),
  ...inField(8, 3, [
    'an unfinished escape sequence',
    'Repeat \\T in a month',
    '"\\T in a month" is no escape sequence that is understood here. Write \\E\\ for \\ itself.',
  ]),
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
