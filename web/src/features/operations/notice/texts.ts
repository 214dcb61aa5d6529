export const notice = {
  title: 'Notice to everybody',
  none: 'None is set. A notice is shown on every page, to visitors as well, until it ends or is cleared.',
  from: 'Appears',
  until: 'Ends',
  atOnce: 'at once',
  whenCleared: 'when it is cleared',
  set: 'Set a notice',
  replace: 'Replace',
  clear: 'Clear',
  cleared: 'The notice is cleared',
  notCleared: 'It was not cleared',
}

export const dialog = {
  title: 'Set a notice',
  description:
    'Every page shows it, to visitors as well: within seconds to those who are signed in, to others within minutes. It replaces the one before.',
  submitLabel: 'Set',
  failure: 'It was not set',
  succeeded: 'The notice is set',
  text: 'Text',
  textHint: 'At most 200 characters, without personal data',
  textMissing: 'Please enter a text, at most 200 characters',
  from: 'Appears',
  fromHint: 'Time in India; empty: at once',
  until: 'Ends',
  untilHint: 'Time in India; empty: when it is cleared',
  untilTooEarly: 'Please choose a time in the future that is after its beginning',
}
