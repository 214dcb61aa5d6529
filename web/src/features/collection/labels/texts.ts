import { labelsPerSheet } from '@jaanch/collection/labels/rules'

const count = (many: number, one: string, more: string) => `${many} ${many === 1 ? one : more}`
const times = (prints: number) => (prints === 2 ? 'twice' : `${prints} times`)

export const labels = {
  print: 'Print labels',
  title: 'Print labels',
  description: (tubes: number, people: number) =>
    `${count(tubes, 'tube', 'tubes')} of ${count(people, 'person', 'people')}. Print at actual size (100 %), without margins.`,
  format: 'Labels',
  formats: {
    sheet: ['Sheet', `A4 with ${labelsPerSheet} labels of 70 × 37 mm, such as Avery 3474`],
    roll: ['Roll', 'Label printer, labels of 50 × 25 mm'],
  },
  start: 'First unused label',
  startHint: `1 on a new sheet. Counted from left to right, 1 to ${labelsPerSheet}.`,
  startWrong: `Enter a number from 1 to ${labelsPerSheet}`,
  open: 'Open PDF',
  failed: 'The labels could not be made',
  fileName: 'jaanch-labels.pdf',
  /** @param prints of one person @param last such as '10:42 am' */
  printed: (prints: number, last: string) =>
    prints === 1 ? `Printed at ${last}` : `Printed ${times(prints)}, last at ${last}`,
  printedFor: (printed: number, people: number, last: string) =>
    `Printed for ${printed} of ${people} people, last at ${last}`,
}
