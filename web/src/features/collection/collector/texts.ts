import type { CollectionOutcome, PaymentMethod } from '@jaanch/contracts/vocabulary'
import { collectionOutcomeTexts } from '@/components/custody/texts'
import { ageText, countedText } from '@/lib/format/text'
import type { Person, Visit } from './local-round'

export const page = {
  title: 'Round',
  back: 'All visits',
  menu: 'More',
  refresh: 'Refresh',
  sheet: 'Print sheet',
  bookings: 'Bookings',
  account: 'Account',
  signOut: 'Sign out',
  loading: 'Loading the round',
  failed: 'The round could not be loaded.',
  retry: 'Try again',
  none: 'No visits today',
  noneText: 'Visits that the front desk gives you appear here.',
  cut: 'There are more visits than are shown. Please ask the front desk to give some to another collector.',
  notKept: [
    'Not recorded',
    'This browser keeps nothing: free some storage, or leave the private window.',
  ] as const,
  progress: (done: number, all: number) => `${done} of ${countedText(all, 'visit')} done`,
  asOf: (time: string) => `As of ${time}`,
}

export const sync = {
  sent: 'All sent',
  waiting: (count: number) => `${count} not yet sent`,
  offline: 'No network',
  refused: (count: number) => `${count} not accepted`,
}

export const list = {
  label: 'Visits',
  next: 'Next',
  instant: 'Instant',
  onePerson: 'One person',
  people: (count: number) => `${count} people`,
  tubes: (count: number) => countedText(count, 'tube'),
  due: (amount: string) => `${amount} to collect`,
  fasting: (hours: number) => `Fasting ${hours} h`,
  done: 'Done',
  unpaid: 'Samples drawn',
  failed: 'Not collected',
  closed: 'Not confirmed yet',
  refused: 'Not accepted',
  of: (place: number, all: number) => `Visit ${place} of ${all}`,
}

export const visit = {
  call: 'Call',
  directions: 'Directions',
  noAddress: 'No address given: please call',
  noNumber: 'No number given',
  missing: 'This visit is not in your round any more. It may have been moved, or given to someone else.',
  callDesk: 'Call the front desk',
  next: (name: string) => `Next: ${name}`,
  allDone: 'Back to all visits',
  finished: 'This visit is done',
  unpaid: 'Only the payment is left',
  goOnWith: (name: string) => `Go on with ${name}`,
  unable: 'Could not collect',
  unableFor: (name: string) => `Could not collect from ${name}`,
}

export const steps = {
  arrive: 'Arrive',
  arrived: 'I have arrived',
  arrivedAt: (time: string) => `Arrived ${time}`,
  fasting: 'Fasting',
  fastingAsk: (hours: number) => `Nothing but water for ${countedText(hours, 'hour')}?`,
  fastingSince: (time: string) => `The last meal must have been by ${time}.`,
  fasted: 'Yes, fasting',
  notFasted: 'No',
  fastingDone: 'Fasting confirmed',
}

export const person = {
  born: (date: string) => `Born ${date}`,
  noBirthDate: 'Date of birth not given',
  identity: 'Who is it?',
  ask: 'Let the person say full name and date of birth. Do not read them out.',
  matches: 'Name and birth date match',
  nameMatches: 'The name matches',
  askName: 'Let the person say the full name. Do not read it out.',
  useCode: 'Check the 4-digit code',
  code: 'The four digits that the person says',
  checkCode: 'Check code',
  wrongCode: 'This is not the code of the visit. Ask for name and date of birth.',
  codeLocked: 'Five wrong codes were tried. Ask for name and date of birth.',
  differs: 'Somebody else',
  differsQuestion: (name: string) => ({
    title: `Record that this is not ${name}?`,
    description:
      'The lab is told that a wrong person was met. Nothing may be drawn before the right person is identified.',
    confirmLabel: 'Record wrong person',
    cancelLabel: 'Ask again',
  }),
  mismatch: 'Recorded: this was not the person. Draw nothing from somebody else.',
  confirmed: (time: string) => `Identity confirmed ${time}`,
  tubes: 'Tubes',
  scan: 'Code of the tube',
  drawn: 'Drawn',
  markDrawn: 'Mark as drawn',
  markAll: 'All tubes drawn',
  inHand: 'In hand',
  take: (number: number) => `Take tube ${number} in hand`,
  noOrder: 'The order has no number yet: refresh the round.',
  summary: (drawn: number, all: number) => `${drawn} of ${countedText(all, 'tube')} drawn`,
  closed: 'Ask the front desk to confirm the booking.',
}

export const problems = {
  'wrong-tube': 'This is another tube of this person.',
  'tube-of-another-visit': 'This tube belongs to another visit. Put it aside.',
}

export const payment = {
  title: 'Payment',
  collect: (amount: string) => `Collect ${amount}`,
  method: 'Paid by',
  methods: { 'cash-on-collection': 'Cash', upi: 'UPI', card: 'Card' } satisfies Record<PaymentMethod, string>,
  reference: 'Reference',
  record: (amount: string) => `${amount} received`,
  paid: 'Paid',
}

export const outcome = {
  title: 'Could not collect',
  what: 'What happened?',
  record: 'Record',
  recorded: 'Not collected',
  names: collectionOutcomeTexts,
  /** Says what follows, before it is recorded */
  next: {
    'nobody-home': 'Call the customer first. The front desk agrees on a new time.',
    refused: 'The front desk calls the customer, and cancels if they wish.',
    'no-vein': 'Stop after two attempts. The front desk agrees on a new time with another collector.',
    'not-fasting': 'Say when the last meal must be. The front desk agrees on a new time.',
    unsafe: 'Leave. Call the front desk from a safe place: it cancels or sends two people.',
  } satisfies Record<CollectionOutcome, string>,
}

export const handOver = {
  title: 'Hand over',
  open: (tubes: number) => `Hand over ${countedText(tubes, 'tube')}`,
  lead: (tubes: number, people: number) =>
    `${countedText(tubes, 'tube')} of ${people === 1 ? '1 person' : `${people} people`}`,
  count: 'Count the tubes with whoever takes them.',
  temperature: 'Temperature of the box, °C',
  temperatureHint: 'If there is a thermometer.',
  wrongTemperature: 'From −80 to 60 °C',
  confirm: (tubes: number) => `${countedText(tubes, 'tube')} handed over`,
  label: 'Tubes to hand over',
}

export const end = {
  open: 'End round',
  title: 'End the round?',
  text: 'Names, addresses and numbers of this round are deleted from this phone.',
  openVisits: (count: number) => `${countedText(count, 'visit')} not done yet.`,
  unpaid: (amount: string) => `${amount} not recorded as paid, of visits whose samples are drawn.`,
  confirm: 'End round',
  cancel: 'Go back',
  unsent: (count: number) => `${count} not yet sent: the round can be ended when all is sent.`,
  refused: 'Please read what was not accepted first.',
  ended: 'Round ended',
  endedText: 'Nothing of it is kept on this phone.',
  again: 'Open again',
}

const confirmByName = 'Confirm the person by name and date of birth, then record the tubes again.'

export const refusals = {
  title: 'Not accepted',
  read: 'Understood',
  at: (time: string) => `Recorded ${time}`,
  gone: 'Another visit',
  commands: {
    arrive: 'Arrival',
    identify: 'Identity',
    draw: 'Drawn tubes',
    handOver: 'Handing over',
    fail: 'Not collected',
    payment: 'Payment',
  } as Readonly<Record<string, string>>,
  /** Says what to do, by the code of the refusal */
  toDo: {
    'tube-of-another-visit': 'Find the tube with this code and scan each tube of the visit again.',
    'wrong-tube': 'Scan the tubes of this person again.',
    'tube-drawn-already': 'Compare the barcode on the tube with the lab when you hand over.',
    'visit-handed-over': 'Tell the front desk what you did: the owner can record it for you.',
    'identity-not-confirmed': 'Confirm who the person is, then record the tubes again.',
    'wrong-visit-code': confirmByName,
    'visit-code-early': confirmByName,
    'visit-code-locked': confirmByName,
    'tube-not-drawn': 'Record the draw, then hand over again.',
    'tubes-drawn': 'Nothing: the tubes of this person are recorded.',
    'already-cancelled': 'Draw nothing. Give tubes that you have to the front desk.',
    'already-completed': 'Nothing: the report is there.',
    'already-paid': 'Do not collect again. If you did, tell the front desk.',
    'refund-due': 'If you took the money, give it to the front desk: Jaanch calls the customer about it.',
    'nothing-to-pay': 'Collect nothing. If you did, tell the front desk.',
    'not-found': 'The visit was given to another lab: tell the front desk.',
  } as Readonly<Record<string, string>>,
  default: 'Tell the front desk.',
}

/** @returns the name of the first person; the area if no person may be shown */
export function visitName({ people, area }: Visit): string {
  return people.find(({ patient }) => patient)?.patient?.name ?? area ?? list.onePerson
}

/** @returns '12 MG Road, near the temple', one line for a list */
export function streetText({ address }: Visit): string {
  return [address?.line1, address?.landmark].filter(Boolean).join(', ')
}

const sexes = { male: 'Male', female: 'Female', other: 'Other' }

/** @returns '65 years, Female' */
export function personText({ patient }: Pick<Person, 'patient'>): string {
  if (!patient) return ''
  const { age, sex } = patient
  return [age === null ? null : ageText(age), sex && sexes[sex]].filter(Boolean).join(', ')
}
