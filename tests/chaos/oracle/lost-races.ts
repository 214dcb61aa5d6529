import type { Oracle } from './oracle.ts'
import type { LoggedEvent } from './outcome.ts'

/** What must be in the log of the same booking, or about the same call, if somebody was refused with this code */
const reasons: Record<string, (event: LoggedEvent) => boolean> = {
  'tube-accepted': ({ type }) => type === 'TubesAccepted',
  'tube-rejected': ({ type }) => type === 'TubesRejected',
  'draft-replaced': ({ type }) =>
    type === 'ReportSubmitted' || type === 'ReportDrafted' || type === 'ReportReleased',
  'critical-call-closed': ({ type, data }) => type === 'CriticalValueCalled' && data.outcome === 'CONFIRMED',
}

/** @returns one sentence for each refusal because somebody had been faster, although nobody was */
export function findUnexplainedRaces({ lostRaces }: Oracle, events: readonly LoggedEvent[]): string[] {
  return lostRaces.flatMap(({ call, code }) => {
    const id = call.path.split('/')[3] ?? ''
    const isOfSame = ({ streamId, data }: LoggedEvent) => streamId === `booking-${id}` || data.callId === id
    const explains = reasons[code]
    return explains && events.some((event) => isOfSame(event) && explains(event))
      ? []
      : [`${call.method} ${call.path}: ${code}, and nobody was faster`]
  })
}
