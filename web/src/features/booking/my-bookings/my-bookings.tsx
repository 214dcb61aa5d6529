import { CalendarPlus, FileUp, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { testsText } from '@/components/booking/texts'
import { useBookingCounts } from '@/features/booking/bookings-calls'
import { onStatusChange } from '@/lib/cache/live-cache'
import type { StatusChange } from '@/lib/live/live-store'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { Tabs } from '@/ui/tabs'
import { toast } from '@/ui/toast-store'
import { BookingList, BookingSkeleton } from './booking-list'
import { page as texts } from './texts'
import { useLinkedBooking } from './use-linked-booking'

const PrescriptionDialog = lazyDialog(
  async () => (await import('@/features/booking/send-prescription/prescription-dialog')).PrescriptionDialog,
)

/** Both buttons fit side by side on the narrowest phone. */
const actionClass = 'max-sm:grow max-sm:px-2.5 max-sm:text-xs max-[22rem]:[&_svg]:hidden'

export function MyBookings() {
  const [uploading, setUploading] = useState(false)
  const counts = useBookingCounts()
  const { tab, booking, loading, isMissing, showTab } = useLinkedBooking()
  useEffect(() => onStatusChange(announceCompletion), [])

  return (
    <>
      <PageHeading {...texts.heading}>
        <div className="flex gap-2 max-sm:w-full sm:gap-3">
          <Button icon={FileUp} variant="outline" className={actionClass} onClick={() => setUploading(true)}>
            {texts.upload}
          </Button>
          <ButtonLink icon={CalendarPlus} to={paths.tests} className={actionClass}>
            {texts.book}
          </ButtonLink>
        </div>
      </PageHeading>
      <Tabs
        label={texts.tabs.label}
        tabs={[
          { value: 'upcoming', label: texts.tabs.upcoming, count: counts.upcoming },
          { value: 'past', label: texts.tabs.past, count: counts.past },
        ]}
        value={tab}
        onChange={showTab}
      >
        {isMissing && (
          <p className="mb-4 flex items-center gap-3 rounded-xl border bg-surface p-4 text-ink-soft">
            <SearchX className="size-5 shrink-0" aria-hidden />
            {texts.isMissing}
          </p>
        )}
        {loading ? (
          <BookingSkeleton />
        ) : (
          <BookingList key={tab} tab={tab} linked={booking} onShowAll={showTab} />
        )}
      </Tabs>
      {uploading && (
        <PrescriptionDialog onClose={() => setUploading(false)} onUploaded={() => showTab('upcoming')} />
      )}
    </>
  )
}

/** A booking disappears from Upcoming when it is completed; the toast says where it is. */
function announceCompletion({ before, after }: StatusChange): void {
  if (!('packageName' in after) || after.status !== 'completed' || before?.status === 'completed') return
  if (before) toast.success(...texts.completed(testsText(after)))
}
