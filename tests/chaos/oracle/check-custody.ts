/** Every acknowledged step of a tube is in the log once, in an order that physics allows. */

import type { CustodyInput } from '@jaanch/collection/api'
import type { RecordedBy } from '@jaanch/collection/custody/custody'
import { nameOf } from '@jaanch/tests/support/send'
import type { Write } from './oracle.ts'
import type { LoggedEvent } from './outcome.ts'

type Request = { recorded: { at: string }; command: CustodyInput }
type Step = { at: string; type: string; reason?: string | undefined }

/** The events of the commands, in the order in which they can happen to a tube, which is accepted or rejected and never both */
const tubeSteps: Record<string, string> = {
  draw: 'TubesDrawn',
  handOver: 'TubesHandedOver',
  receive: 'TubesReceived',
  accept: 'TubesAccepted',
  reject: 'TubesRejected',
}
const order = Object.values(tubeSteps)
const visitSteps: Record<string, string> = {
  arrive: 'CollectorArrived',
  identify: 'IdentityChecked',
  fail: 'CollectionFailed',
}

const recordedOf = ({ data }: LoggedEvent) => data.recorded as RecordedBy
const numberOf = (tube: unknown) => (typeof tube === 'number' ? tube : (tube as { number: number }).number)

/** @returns one sentence for each record that is lost or doubled, and for each tube whose steps contradict each other */
export function findCustodyProblems(writes: readonly Write[], events: readonly LoggedEvent[]): string[] {
  const streams = Map.groupBy(events, ({ streamId }) => streamId)
  const recorded = writes.filter(({ call }) => call.method === 'POST' && call.path.endsWith('/custody'))
  const byBooking = Map.groupBy(recorded, ({ call }) => `booking-${call.path.split('/')[3]}`)
  return [...byBooking].flatMap(([stream, own]) => {
    const history = streams.get(stream) ?? []
    return [...own.flatMap((write) => findLost(write, history)), ...findContradictions(stream, history)]
  })
}

function findLost({ call }: Write, history: readonly LoggedEvent[]): string[] {
  const { command, recorded } = call.body as Request
  const once = (count: number, subject: string) =>
    count === 1 ? [] : [`${nameOf(call)} ${JSON.stringify(command)}: the log has ${count} of ${subject}`]
  const visitStep = visitSteps[command.type]
  if (visitStep) {
    const same = history.filter(
      (event) => event.type === visitStep && recordedOf(event).deviceAt === recorded.at,
    )
    return once(same.length, visitStep)
  }
  const type = tubeSteps[command.type]
  return ('tubes' in command ? command.tubes : []).flatMap((tube) => {
    const reason = typeof tube === 'object' && 'reason' in tube ? tube.reason : undefined
    const same = stepsOf(numberOf(tube), history).filter(
      (step) => step.type === type && step.reason === reason,
    )
    return once(same.length, `${type} of tube ${numberOf(tube)}`)
  })
}

/** The steps of a tube in the order in which they can happen */
function stepsOf(number: number, history: readonly LoggedEvent[]): Step[] {
  const steps = history.flatMap((event) => {
    if (!order.includes(event.type)) return []
    const tube = (event.data.tubes as unknown[]).find((each) => numberOf(each) === number)
    if (tube === undefined) return []
    return [{ type: event.type, at: recordedOf(event).at, reason: (tube as { reason?: string }).reason }]
  })
  return steps.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type))
}

/** No tube has a step twice, is both accepted and rejected, or has a step before one that must precede it. */
function findContradictions(stream: string, history: readonly LoggedEvent[]): string[] {
  const planned = history.find(({ type }) => type === 'TubesPlanned')?.data.tubes as { number: number }[]
  const identity = history.findLast(
    ({ type, data }) => type === 'IdentityChecked' && data.isConfirmed === true,
  )
  return (planned ?? []).flatMap(({ number }) => {
    const steps = stepsOf(number, history)
    const types = steps.map(({ type }) => type)
    const identified: Step[] =
      identity && types.includes('TubesDrawn')
        ? [{ type: 'IdentityChecked', at: recordedOf(identity).at }]
        : []
    const ordered = [...identified, ...steps]
    const early = ordered.flatMap(({ type, at }, index) => {
      const before = ordered[index - 1]
      return before && before.at > at ? [`${type} at ${at}, and ${before.type} at ${before.at}`] : []
    })
    return [
      ...(new Set(types).size < types.length ? [`a step twice: ${types.join(', ')}`] : []),
      ...(types.includes('TubesAccepted') && types.includes('TubesRejected')
        ? ['it is accepted and rejected']
        : []),
      ...early,
    ].map((problem) => `${stream}, tube ${number}: ${problem}`)
  })
}
