import { collectionOutcomes } from '@jaanch/contracts/vocabulary'
import { useSearchParams } from 'react-router-dom'
import { HandOverView } from './hand-over-view'
import { RoundView } from './round-view'
import { UnableView } from './unable-view'
import { useRound } from './use-round'
import { MissingVisit, VisitView } from './visit-view'

/**
 * The collector's screen: the visits of today (no query), one of them (`?visit=` its id), why nothing could be drawn (`&unable=` a booking
 * id or `all`), and handing over (`?view=hand-over`). It works without a network once it was open with one.
 */
export function RoundPage() {
  const [search] = useSearchParams()
  const round = useRound()
  const id = search.get('visit')
  if (search.get('view') === 'hand-over' && round.round) return <HandOverView round={round} />
  if (id === null || !round.round) return <RoundView round={round} />
  const visit = round.round.visits.find((each) => each.id === id)
  if (!visit) return <MissingVisit round={round} />
  const unable = search.get('unable')
  if (unable === null) return <VisitView key={id} visit={visit} round={round} />
  const why = collectionOutcomes.find((outcome) => outcome === search.get('why'))
  return <UnableView visit={visit} round={round} of={unable} why={why} />
}
