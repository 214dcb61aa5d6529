import type { RecordingMark, TubePlace } from '@jaanch/contracts/vocabulary'
import { tubesText } from '@/components/custody/texts'

export const page = {
  heading: {
    title: 'Tubes',
    description: 'Every tube of the day: where it is, how much time it has left, and what was decided.',
  },
  day: 'Day of the collection',
  collector: 'Collector',
  allCollectors: 'All collectors',
  loading: 'Loading the tubes',
  failed: 'The tubes cannot be shown at the moment.',
  cut: 'There are more bookings on this day than are shown here. A tube that is not shown opens by its barcode.',
  places: 'Where the tubes are',
}

export const places: Record<TubePlace, string> = {
  expected: 'Expected',
  'on-the-way': 'On the way',
  received: 'Received',
  accepted: 'Accepted',
  rejected: 'Rejected',
}

export const none: Record<TubePlace, readonly [title: string, text: string]> = {
  expected: ['No tube is expected', 'Tubes of booked visits are listed here until they are drawn.'],
  'on-the-way': ['No tube is on the way', 'A tube is listed here from its draw until you receive it.'],
  received: [
    'No tube waits for a decision',
    'A received tube is listed here until it is accepted or rejected.',
  ],
  accepted: ['No tube was accepted', 'Accepted tubes are ready for the analyser.'],
  rejected: ['No tube was rejected', 'The customer of a rejected tube is told, and it is collected again.'],
}

export const scan = {
  label: 'Barcode of a tube',
  opened: 'Scanned',
  close: 'Show the day',
  failed: 'The tube could not be found',
}

export const tube = {
  nameless: 'Name not shown',
  title: (number: number, of: number, specimen: string) => `Tube ${number} of ${of}, ${specimen}`,
  all: (count: number) => `All ${tubesText(count)}`,
  one: 'The tube',
  ofPerson: (name: string) => `of ${name}`,
  by: (collector: string) => `Collector: ${collector}`,
  drawn: (time: string) => `Drawn ${time}`,
  received: (time: string) => `Received ${time}`,
  accepted: (time: string) => `Accepted ${time}`,
  rejected: (time: string, reason: string) => `Rejected ${time}: ${reason}`,
  at: (celsius: number) => `at ${celsius} °C`,
}

export const stability = {
  left: (time: string) => `${time} left`,
  ending: (time: string) => `Ends in ${time}`,
  over: (time: string) => `Over since ${time}`,
  inTime: 'In time',
  late: (time: string) => `${time} too late`,
  tooWarm: (maxC: number) => `Too warm, at most ${maxC} °C`,
  tooCold: (minC: number) => `Too cold, at least ${minC} °C`,
}

export const actions = {
  label: 'Selected tubes',
  count: (count: number) => `${tubesText(count)} selected`,
  clear: 'Clear the selection',
  receive: (count: number) => `Receive ${count}`,
  accept: (count: number) => `Accept ${count}`,
  reject: (count: number) => `Reject ${count}`,
}

export const receive = {
  title: (count: number) => `Receive ${tubesText(count)}`,
  temperatureC: 'Temperature in the box, °C',
  temperatureCHint: 'If it was measured: it is recorded with the receipt.',
  temperatureWrong: 'Please enter a temperature from -80 to 60 °C',
  submitLabel: 'Receive',
  done: (count: number) => `${tubesText(count)} received`,
  failed: 'Failed to receive the tubes',
}

export const accept = {
  done: (count: number) => `${tubesText(count)} accepted`,
  failed: 'Failed to accept the tubes',
  title: (count: number) => `Accept ${tubesText(count)}`,
  description: (late: number) =>
    `${late === 1 ? '1 tube is' : `${late} tubes are`} older than the tests allow. The reason is recorded.`,
  reason: 'Why all the same?',
  choose: 'Select a reason',
  reasonMissing: 'Please select a reason',
  submitLabel: 'Accept',
}

export const reject = {
  title: (count: number) => `Reject ${tubesText(count)}`,
  description:
    'The customer is told at once, and a free recollection is offered. After two recollections the money goes back.',
  reason: 'Reason',
  choose: accept.choose,
  reasonMissing: accept.reasonMissing,
  note: 'What is wrong with it?',
  noteHint: 'For your lab and admins. It is not sent to the customer.',
  noteMissing: 'Please say what is wrong',
  submitLabel: 'Reject',
  done: (count: number) => `${tubesText(count)} rejected`,
  doneText: 'The customer is told, and a free recollection is offered.',
  failed: 'Failed to reject the tubes',
}

/** Notes for the desk about the record of a draw */
export const marks: Record<RecordingMark, string> = {
  late: 'reported late',
  'clock-off': 'time not certain',
  'after-end': 'after the booking had ended',
  'after-removal': 'by a collector who was taken off',
}
