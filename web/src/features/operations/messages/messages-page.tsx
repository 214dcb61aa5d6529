import type { MessageRowView } from '@jaanch/contracts/http/operations/messages'
import { MailOpen } from 'lucide-react'
import { useState } from 'react'
import { ShowMore } from '@/components/list/show-more'
import { useMessages } from '@/lib/resources/operations/messages'
import { useDebounced } from '@/lib/timing'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { SkeletonList } from '@/ui/skeleton'
import { useFollow } from '../use-follow'
import { MessageCounts } from './message-counts'
import { MessageDialog } from './message-dialog'
import { MessageFilters } from './message-filters'
import { MessageRows } from './message-rows'

const noFilter = { channel: '', state: '', kind: '', booking: '' }

/** The outbox: what was sent to whom, what failed and why. */
export function MessagesPage() {
  const [filter, setFilter] = useState(noFilter)
  const [opened, setOpened] = useState<MessageRowView | null>(null)
  const booking = useDebounced(bookingId(filter.booking))
  const list = useMessages({ ...filter, booking })
  const refetch = () => void list.mutate()
  useFollow(refetch)
  return (
    <>
      <MessageCounts onChoose={(channel, state) => setFilter({ ...noFilter, channel, state })} />
      <MessageFilters filter={filter} onFilter={setFilter} />
      {list.loading ? (
        <SkeletonList count={6} itemClassName="h-40 md:h-14" className="grid gap-2" />
      ) : list.rows.length === 0 && !list.hasMore ? (
        <EmptyState
          icon={MailOpen}
          title="No messages found"
          action={
            <Button variant="outline" onClick={() => setFilter(noFilter)}>
              Clear filters
            </Button>
          }
        >
          Messages that were sent are kept for 90 days.
        </EmptyState>
      ) : (
        <MessageRows rows={list.rows} onOpen={setOpened} onChange={refetch} />
      )}
      <ShowMore list={list} label="Show older" className="mt-4" />
      {opened && <MessageDialog row={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

/** @returns '' until the text is the beginning of an id */
function bookingId(text: string): string {
  const id = text.trim().toLowerCase()
  return /^[0-9a-f-]{8,36}$/.test(id) ? id : ''
}
