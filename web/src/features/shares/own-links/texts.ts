import type { ShareView } from '@jaanch/shares/api'
import { dateText } from '@/lib/format/dates'
import { countedText } from '@/lib/format/text'

export const page = {
  heading: {
    title: 'Shared with doctors',
    description:
      'Links to copies of results, each with a passcode and an end. Nobody but the people with both can read them, not even us.',
  },
  make: 'New Link',
  failed: 'This cannot be shown at the moment.',
  none: 'Nothing is shared',
  noneText:
    'Choose reports or trends, and show them to a doctor for a day, a week or a month. The doctor needs no account.',
  shownOnce:
    'A link is shown once, when it is made: the key in it is not stored. If it is lost, end it and make another.',
}

export const states: Record<ShareView['state'], string> = {
  open: 'Open',
  expired: 'Expired',
  ended: 'Ended',
  guessed: 'Ended: wrong passcodes',
}

export const share = {
  of: (name: string) => `Results of ${name}`,
  own: 'Your results',
  what: ({ reports, trends }: Pick<ShareView, 'reports' | 'trends'>) =>
    [reports > 0 && countedText(reports, 'report'), trends > 0 && countedText(trends, 'trend')]
      .filter(Boolean)
      .join(' and '),
  times: (state: ShareView['state'], created: string, ends: string) =>
    `Made ${created} · ${state === 'open' ? 'ends' : 'ended'} ${ends}`,
  opened: (count: number) =>
    count === 0 ? 'Not opened yet' : count === 1 ? 'Opened once' : `Opened ${count} times`,
  triesLeft: (count: number) => `${countedText(count, 'wrong passcode')} until it ends`,
  looks: (count: number) => `Who looked (${count})`,
  results: { opened: 'Opened', wrong: 'Wrong passcode', asked: 'Asked without the passcode' },
  unfinished: 'Not finished',
  network: (network: string) => `network ${network}`,
  end: 'End Now',
}

export const end = {
  question: {
    title: 'End this link now?',
    description:
      'Nobody can open it any more, and the copies behind it are deleted. What was printed or saved stays where it is.',
    confirmLabel: 'End Now',
    cancelLabel: 'Cancel',
  },
  succeeded: 'Link ended',
  failed: 'Failed to end the link',
}

export const make = {
  title: 'Show results to a doctor',
  description: 'They are copied as they are now, and encrypted in this browser.',
  submitLabel: 'Make Link',
  person: 'Whose results',
  self: 'You',
  noPeople: 'There are no reports yet. As soon as one is released it can be shared.',
  reports: 'Reports',
  noReports: 'No reports of this person.',
  trends: 'Trends over time',
  noTrends: 'No results as values yet.',
  results: (count: number) => countedText(count, 'result'),
  nothing: 'Please choose at least one report or trend.',
  tooMany: (reports: number, trends: number) =>
    `One link has at most ${reports} reports and ${trends} trends.`,
  days: 'How long it can be opened',
  dayOptions: { 1: '1 day', 7: '7 days', 30: '30 days' } as const,
  label: 'What you call it',
  labelHint: 'The doctor sees it too. For example: Cardiology, Dr. Mehta',
  /** @param today YYYY-MM-DD @returns 'For my doctor, 27 Nov' */
  labelDefault: (today: string) => `For my doctor, ${dateText(today).slice(0, -' 2026'.length)}`,
  labelMissing: 'Please give it a name.',
  passcode: 'Passcode',
  passcodeHint: 'At least six characters. After five wrong ones the link ends.',
  passcodeShort: 'Please choose at least six characters.',
  another: 'Suggest another passcode',
  failed: 'Failed to make the link',
  otherPerson: (name: string) =>
    `One of the chosen reports is not about ${name}. Please choose the person again, and then the reports.`,
  pdfOnly: (tests: string) =>
    `${tests}: this report is only a PDF, which has no values to share. Please leave it out and send the file itself.`,
  insecure: 'Links can be made over HTTPS only.',
}

export const made = {
  title: 'The link is ready',
  description:
    'Send the link and the passcode by different ways, for example the link by e-mail and the passcode by telephone.',
  link: 'Link',
  passcode: 'Passcode',
  copyLink: 'Copy Link',
  copyPasscode: 'Copy Passcode',
  copied: 'Copied',
  copyFailed: 'Copying failed',
  qrCode: 'QR code of the link',
  scan: 'Or let the doctor scan it:',
  once: 'This is shown once. We do not store the key in the link, so we cannot show it again.',
  ends: (instant: string) => `It can be opened until ${instant}. You can end it at any time.`,
  done: 'Done',
}

export const lose = {
  title: 'Close without copying the link?',
  description: 'The link is shown once. If nobody has it, you can only end it and make another.',
  confirmLabel: 'Close',
  cancelLabel: 'Back to the Link',
}
