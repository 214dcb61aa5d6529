import { rankingText } from '@jaanch/booking/assignment/ranking-texts'
import type { BookingDetail, BookingView } from '@jaanch/booking/booking-view'
import type { Question, QuestionCode } from '@jaanch/contracts/http/questions'
import type { Assigner } from '@jaanch/contracts/vocabulary'
import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { applyWrite, useBooking } from '@/features/booking/bookings-calls'
import { declineReasonTexts } from '@/features/booking/staff-bookings/texts'
import { refundText } from '@/features/booking/visit/recollections'
import { instantText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { questionsOf } from '@/lib/http/api-error'
import { command } from '@/lib/idempotency'
import { useMay } from '@/lib/session/staff'
import { ConfirmButton } from '@/ui/confirm-button'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'
import { Named } from '@/ui/named'

const refundTexts = {
  title: 'Refund',
  label: 'Refund Paid',
  of: (name: string) => `of booking ${name}`,
  succeeded: 'Refund recorded',
  failed: 'Failed to record the refund',
  question: (amount: string) => ({
    title: 'Was the refund paid?',
    description: `You have called the customer, and ${amount} was paid back or is not collected. This can't be taken back.`,
    confirmLabel: 'Refund paid',
    cancelLabel: 'Not yet',
  }),
  reported: {
    title: 'These tests have results',
    confirmLabel: 'Pay back all the same',
    cancelLabel: 'Not yet',
  },
}

const texts = {
  title: 'Why this lab',
  by: {
    admin: 'Assigned by an admin',
    suggestion: 'Assigned as suggested',
    automatic: 'Assigned automatically',
  } satisfies Record<Assigner, string>,
  escalations: {
    'lab-warned': 'The lab did not confirm in time and was warned.',
    'admin-called': 'No lab confirmed in time: please assign one, or call the lab.',
  },
}

const declineTexts = {
  title: 'Declined',
  by: (lab: string, reason: string, at: string) => `${lab}: ${reason}, ${at}`,
}

/** For admins: who chose the lab, why, and what happened because it did not confirm. */
export function WhyThisLab({ id }: { id: string }) {
  const { data: booking } = useBooking(id)
  const { assignment, escalation, declines = [] } = booking ?? {}
  if (!assignment && !escalation) return <Declines declines={declines} />
  return (
    <>
      <Declines declines={declines} />
      <section className="rounded-xl border px-4 py-3">
        <h3 className="font-semibold text-sm">{texts.title}</h3>
        {assignment && (
          <p className="mt-1 text-ink-soft text-sm">
            {`${texts.by[assignment.by]}: ${assignment.reasons
              .map((reason) =>
                rankingText(reason, { city: booking?.city ?? null, time: booking?.scheduledTime ?? null }),
              )
              .join('\u00a0· ')}`}
          </p>
        )}
        {escalation && (
          <p className="mt-1 font-medium text-accent-ink text-sm">{texts.escalations[escalation]}</p>
        )}
      </section>
    </>
  )
}

/** Lists the labs that declined the booking, with their reasons. */
function Declines({ declines }: { declines: NonNullable<BookingDetail['declines']> }) {
  if (declines.length === 0) return null
  return (
    <section className="rounded-xl border px-4 py-3">
      <h3 className="font-semibold text-sm">{declineTexts.title}</h3>
      <ul className="mt-1 text-ink-soft text-sm">
        {declines.map(({ labPartnerId, labName, reason, at }) => (
          <li key={`${labPartnerId} ${at}`}>
            {declineTexts.by(labName, declineReasonTexts[reason], instantText(at))}
          </li>
        ))}
      </ul>
    </section>
  )
}

type SettleRefundProps = { booking: BookingView; onHandled?: ((booking: BookingView) => void) | undefined }

/**
 * Records after the call to the customer that a refund was paid: for rejected samples, or for a paid booking that was cancelled. Shows
 * nothing if no refund is due.
 */
export function SettleRefund({ booking, onHandled }: SettleRefundProps) {
  const mayChange = useMay('manager')
  const [doubted, setDoubted] = useState<Question[]>()
  const { run, busy } = useCommand({
    send: (confirm: QuestionCode[]) => settleRefund(booking.id, booking.refund?.amount ?? 0, confirm),
    succeeded: refundTexts.succeeded,
    done: () => onHandled?.(booking),
    failed: refundTexts.failed,
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
        {...refundTexts.question(rupeesText(booking.refund.amount))}
        loading={busy}
        onConfirm={() => run([])}
      >
        <HandCoins aria-hidden />
        <Named of={refundTexts.of(shortId(booking.id))}>{refundTexts.label}</Named>
      </ConfirmButton>
      {doubted && (
        <OpenConfirmDialog
          {...refundTexts.reported}
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
  const { refund } = booking
  return (
    <section className="flex flex-wrap items-center justify-between gap-3 rounded-xl border px-4 py-3">
      <div>
        <h3 className="font-semibold text-sm">{refundTexts.title}</h3>
        <p className="mt-1 text-ink-soft text-sm">{refundText(refund, booking)}</p>
      </div>
      <SettleRefund booking={booking} />
    </section>
  )
}

/** Records that a refund was paid. @param amount as the user saw it, rupees @param confirm the questions that the user answered with yes */
async function settleRefund(id: string, amount: number, confirm: QuestionCode[] = []): Promise<BookingView> {
  const body = { amount, confirm }
  return applyWrite(await command('POST', '/api/bookings/:id/refund', { params: { id }, body }))
}
