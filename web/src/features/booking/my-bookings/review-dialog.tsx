import type { BookingView } from '@jaanch/booking/booking-view'
import { reviewTextMax } from '@jaanch/insight/reviews/api'
import { Controller, useForm } from 'react-hook-form'
import { useFormCommand } from '@/components/use-command'
import { live } from '@/lib/cache/live-cache'
import type { OptionsAt } from '@/lib/http/contract'
import { command } from '@/lib/idempotency'
import { bookingChange } from '@/lib/live/change'
import { FormDialog } from '@/ui/form-dialog'
import { Paragraph } from '@/ui/form-line'
import { StarPicker } from '@/ui/star-picker'

const texts = {
  stars: 'How was it?',
  starsMissing: 'Please choose one to five stars',
  text: 'In a sentence',
  textHint: 'Your lab and Jaanch read it. Other customers see only your stars, as part of a rating.',
  textExample: 'The collector was on time and friendly.',
}

type ReviewDialogProps = { booking: BookingView; onSent: () => void; onClose: () => void }

type Review = { stars: number; text: string }

export function ReviewDialog({ booking, onSent, onClose }: ReviewDialogProps) {
  const form = useForm<Review>({ defaultValues: { stars: 0, text: '' } })
  const submit = useFormCommand(form, {
    succeeded: ['Thank you for your review', 'It counts in the ratings of the test and the lab.'],
    failed: 'Failed to send your review',
    send: ({ stars, text }: Review) => reviewBooking(booking.id, { stars, text: text.trim() || null }),
    done() {
      onSent()
      onClose()
    },
  })

  return (
    <FormDialog
      title="Rate this visit"
      submitLabel="Send review"
      description={[booking.packageName, booking.labPartnerName].filter(Boolean).join(', ')}
      {...submit}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="stars"
        rules={{ min: { value: 1, message: texts.starsMissing } }}
        render={({ field: { value, onChange }, fieldState }) => (
          <StarPicker
            label={texts.stars}
            value={value}
            onChange={onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      <Paragraph
        {...{ form, texts }}
        name="text"
        optional
        rows={3}
        maxLength={reviewTextMax}
        placeholder={texts.textExample}
      />
    </FormDialog>
  )
}

type ReviewRequest = OptionsAt<'POST', '/api/bookings/:id/review'>['body']

async function reviewBooking(id: string, body: ReviewRequest): Promise<BookingView> {
  const booking = await command('POST', '/api/bookings/:id/review', { params: { id }, body })
  live.applyLocalWrite(bookingChange(booking))
  return booking
}
