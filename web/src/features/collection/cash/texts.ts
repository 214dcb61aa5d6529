import { rupeesText } from '@/lib/format/numbers'

export const page = {
  heading: {
    title: 'Cash',
    description: 'What was taken on a day, how much of its cash was counted, and what is still due.',
  },
  day: 'Day of the payments',
  loading: 'Loading the cash',
  failed: 'The cash cannot be shown at the moment.',
  none: 'No cash on this day',
  noneText: 'A payment in cash appears here as soon as a collector records it.',
  cut: 'There are more payments than are shown: the sums are too low.',
}

export const sums = {
  taken: (isToday: boolean) => (isToday ? 'Taken today' : 'Taken on this day'),
  nothing: 'No payment was recorded.',
  total: 'Total',
  due: 'Due from completed bookings',
  dueText: 'The tests are completed, and nobody recorded the payment.',
  noneDue: 'Every completed booking is paid.',
  dueCut: 'Only the newest bookings are listed: the sum is too low.',
}

export const takings = {
  nobody: 'Not recorded by anyone of your lab',
  expected: 'Taken',
  counted: 'Counted',
  notCounted: 'Not counted yet',
  agrees: 'Agrees',
  short: (amount: number) => `${rupeesText(amount)} short`,
  over: (amount: number) => `${rupeesText(amount)} over`,
  by: (name: string, time: string) => `Counted by ${name}, ${time}`,
  somebody: 'somebody who is no longer known',
  corrected: (amount: number, by: string) => `Before that: ${rupeesText(amount)}. ${by}`,
  later: (count: number) =>
    count === 1
      ? '1 payment was recorded after the count.'
      : `${count} payments were recorded after the count.`,
  noOrder: 'Without an order number',
  isLater: 'after the count',
}

export const count = {
  field: 'Cash counted, ₹',
  of: (name: string) => `of ${name}`,
  wrong: 'Please enter an amount in rupees',
  save: 'Save count',
  correct: 'Correct count',
  done: 'Count saved',
  failed: 'Failed to save the count',
}
