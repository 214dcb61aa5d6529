import type { BookingDetail } from '@jaanch/contracts/http/booking-view'
import { paymentTexts } from '@/components/booking/texts'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { acceptPayment } from '@/lib/resources/visits'
import { useUser } from '@/lib/session/session-context'
import { useMayInLab } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { lateReports as texts } from './late-reports-texts'

/** What was reported after the booking had ended, a mismatch of the person, and cash that the owner of the lab has not accepted. */
export function LateReports({
  booking: { id, custody, reportedPayment },
}: {
  booking: Pick<BookingDetail, 'id' | 'custody' | 'reportedPayment'>
}) {
  const isOwner = useMayInLab()
  const isOfLab = useUser().role === 'lab-partner'
  const accept = useCommand({
    send: () => acceptPayment(id),
    succeeded: texts.accepted,
    failed: texts.failed,
  })
  if (!custody?.alarmAt && !reportedPayment) return null
  return (
    <section className="rounded-xl border border-error/40 px-4 py-3">
      <h3 className="font-semibold">{texts.title}</h3>
      {custody?.alarmAt && (
        <p className="mt-1">{texts.alarms[custody.alarm ?? 'after-end'](instantText(custody.alarmAt))}</p>
      )}
      {reportedPayment && (
        <p className="mt-1 tabular-nums">
          {texts.payment(
            rupeesText(reportedPayment.amount),
            paymentTexts[reportedPayment.method],
            instantText(reportedPayment.at),
          )}
        </p>
      )}
      {reportedPayment && isOfLab && isOwner && (
        <Button variant="outline" className="mt-2" loading={accept.busy} onClick={() => void accept.run()}>
          {texts.accept}
        </Button>
      )}
    </section>
  )
}
