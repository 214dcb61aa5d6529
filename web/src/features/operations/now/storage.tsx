import type { OperationsView } from '@jaanch/contracts/http/operations/now'
import { instantText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { capitalised } from '@/lib/format/text'
import { DescriptionList } from '@/ui/description-list'
import { Panel } from '@/ui/panel'
import { sizeText } from './numbers'

/** The counts of open messages end here, and those of rows to delete */
const countedUpTo = 10_001
/** Those of messages that were sent and skipped */
const countedFinishedUpTo = 1_000_001

/** The last verify, sizes, messages, jobs, rows to delete, and the epoch. */
export function Storage({ view }: { view: OperationsView }) {
  const { sizes, messages, queues, retention, epoch, lastVerify } = view
  const over = retention.filter((one) => one.over > 0)
  const items: (readonly [string, string])[] = [
    ['Last verify', lastVerify ? verifyText(lastVerify) : 'none yet'],
    ['Database', sizeText(sizes.database)],
    ['Log', sizeText(sizes.log)],
    ['Read tables', sizeText(sizes.readTables)],
    ...Object.entries(messages).map(
      ([status, n]) =>
        [
          `Messages: ${status}`,
          boundedText(n, status === 'sent' || status === 'skipped' ? countedFinishedUpTo : countedUpTo),
        ] as const,
    ),
    ...(queues ?? []).map(
      ({ name, waiting, active, delayed, failed }) =>
        [
          `Jobs: ${name}`,
          `${countText(waiting + active + delayed)} open, ${countText(failed)} failed`,
        ] as const,
    ),
    ...over.map((one) => [`To be deleted: ${one.what}`, boundedText(one.over, countedUpTo)] as const),
    ...(epoch.since ? [[`Epoch since`, instantText(epoch.since)] as const] : []),
    ...(epoch.reason ? [['Why it began', capitalised(epoch.reason)] as const] : []),
  ]
  return (
    <Panel title="Verify, sizes and rows">
      <DescriptionList
        items={items}
        layout="row"
        className="gap-y-2 px-4 py-3 text-sm sm:px-5"
        detailsClassName="tabular-nums"
      />
    </Panel>
  )
}

function verifyText({ finishedAt, different }: NonNullable<OperationsView['lastVerify']>): string {
  const found = different === 0 ? 'no differences' : `${countText(different)} rows differ`
  return `${found}, ${instantText(finishedAt)}`
}

function boundedText(n: number, upTo: number): string {
  return n >= upTo ? `${countText(upTo - 1)}+` : countText(n)
}
