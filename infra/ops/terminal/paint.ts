import { styleText } from 'node:util'

/** Colours, where the output is a terminal that has them (NO_COLOR is honoured); plain text elsewhere. */
export const paint = {
  bold: (text: string) => styleText('bold', text),
  faint: (text: string) => styleText('dim', text),
  good: (text: string) => styleText('green', text),
  warning: (text: string) => styleText('yellow', text),
  bad: (text: string) => styleText('red', text),
}
