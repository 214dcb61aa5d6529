import type { CollectionOutcome, LateReason, RejectionReason } from '@jaanch/contracts/vocabulary'

export const rejectionTexts: Record<RejectionReason, string> = {
  haemolysed: 'Haemolysed',
  clotted: 'Clotted',
  insufficient: 'Not enough in it',
  leaked: 'Leaked or broken',
  unlabelled: 'Without a label',
  mismatched: 'Label of somebody else',
  'too-warm': 'Too warm',
  'too-late': 'Too late',
  other: 'Another reason',
}

export const lateTexts: Record<LateReason, string> = {
  'stored-cold': 'It was kept cold all the time',
  'tests-stable': 'Its tests are stable for longer',
  other: 'Another reason',
}

/** The reasons why nothing was drawn, in the words of labs */
export const collectionOutcomeTexts: Record<CollectionOutcome, string> = {
  'nobody-home': 'Nobody home',
  refused: 'Refused',
  'no-vein': 'No vein found',
  'not-fasting': 'Not fasting',
  unsafe: 'Not safe',
}

export const tubesText = (count: number) => (count === 1 ? '1 tube' : `${count} tubes`)
