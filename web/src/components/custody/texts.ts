import type { LateReason, RejectionReason } from '@jaanch/contracts/vocabulary'

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

export const tubesText = (count: number) => (count === 1 ? '1 tube' : `${count} tubes`)
