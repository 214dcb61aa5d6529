import { countedText } from '@/lib/format/text'

export const page = {
  heading: {
    title: 'Import results',
    description:
      'An HL7 v2 message (ORU^R01) from your lab system. It is checked as a whole: nothing is stored until every line is right.',
  },
  message: 'Message',
  hint: 'Paste the whole message with the line end after its last line, or choose its file. The order number JN-… is the placer order number (OBR-2).',
  placeholder: 'MSH|^~\\&|LABSYS|…',
  choose: 'Choose a file',
  submit: 'Check and submit',
  failed: 'The message could not be sent',
  tooLarge: ['The file is too large', 'A message has at most 256 kB.'],
} as const

export const problems = {
  title: (count: number) => countedText(count, 'problem'),
  lead: 'Nothing was stored. Correct the lines in your lab system or here, and send the message again.',
  whole: 'The whole message',
  line: (number: number) => `Line ${number}`,
  show: 'Show',
  confirm: { person: 'It is the same person: submit', results: 'All of this is right: submit' },
  hint: {
    person: 'Only if you have checked the order number and the patient. The confirmation is recorded.',
    results: 'Only if you have checked the sample and the values. The confirmation is recorded.',
  },
}

export const accepted = {
  title: 'Results submitted',
  text: (order: string, version: number, isDraft: boolean) => {
    if (isDraft) return `${order}: the report waits for a pathologist of your lab, who signs it.`
    return version > 1
      ? `${order}: they are in the report, as version ${version}.`
      : `${order}: the report is being made.`
  },
  open: 'Open the booking',
  another: 'Import another message',
  ack: 'Acknowledgement for your lab system',
}
