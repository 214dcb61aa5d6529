import type { BookingView } from '@jaanch/contracts/http/booking-view'
import type { Question, QuestionCode } from '@jaanch/contracts/http/questions'
import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { refundText } from '@/components/booking/recollection-texts'
import { useCommand } from '@/components/use-command'
import { rupeesText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { questionsOf } from '@/lib/http/api-error'
import { settleRefund, useBooking } from '@/lib/resources/bookings'
import { useMay } from '@/lib/session/staff'
import { ConfirmButton } from '@/ui/confirm-button'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'
import { Named } from '@/ui/named'
import { refund as texts } from './texts'

type SettleRefundProps = { booking: BookingView; onHandled?: ((booking: BookingView) => void) | undefined }

/** After the call to the customer: records that what is due for rejected samples, or for a cancelled booking that was paid, was paid back. Nothing where nothing is due. */
export function SettleRefund({ booking, onHandled }: SettleRefundProps) {
  const mayChange = useMay('manager')
  const [doubted, setDoubted] = useState<Question[]>()
  const { run, busy } = useCommand({
    send: (confirm: QuestionCode[]) => settleRefund(booking.id, booking.refund?.amount ?? 0, confirm),
    succeeded: texts.succeeded,
    done: () => onHandled?.(booking),
    failed: texts.failed,
    onFailure(error) {
      const questions = questionsOf(error)
      setDoubted(questions)
      return questions !== undefined
    },
  })
  if (!mayChange || booking.refund?.isSettled !== false) return null
  return (
    <>
      <ConfirmButton
        {...texts.question(rupeesText(booking.refund.amount))}
        loading={busy}
        onConfirm={() => run([])}
      >
        <HandCoins aria-hidden />
        <Named of={texts.of(shortId(booking.id))}>{texts.label}</Named>
      </ConfirmButton>
      {doubted && (
        <OpenConfirmDialog
          {...texts.reported}
          description={doubted.map(({ text }) => text).join(' ')}
          variant="outline"
          onConfirm={() => run(doubted.map(({ code }) => code))}
          onClose={() => setDoubted(undefined)}
        />
      )}
    </>
  )
}

/** The same in the dialog of a booking. */
export function DueRefund({ id }: { id: string }) {
  const { data: booking } = useBooking(id)
  if (!booking?.refund) return null
  const { refund, paymentStatus } = booking
  return (
    <section className="flex flex-wrap items-center justify-between gap-3 rounded-xl border px-4 py-3">
      <div>
        <h3 className="font-semibold text-sm">{texts.title}</h3>
        <p className="mt-1 text-ink-soft text-sm">{refundText({ refund, paymentStatus })}</p>
      </div>
      <SettleRefund booking={booking} />
    </section>
  )
}
