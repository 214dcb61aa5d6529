import type { BookingView } from '@jaanch/contracts/http/bookings'
import { reviewTextMax } from '@jaanch/contracts/http/reviews'
import { type FormEvent, useState } from 'react'
import { serverText } from '@/lib/http/api-error'
import { reviewBooking } from '@/lib/resources/reviews'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Textarea } from '@/ui/input'
import { StarPicker } from '@/ui/star-picker'
import { toast } from '@/ui/toast-store'

type ReviewDialogProps = { booking: BookingView; onSent: () => void; onClose: () => void }

/** One to five stars, and a sentence if the customer likes. */
export function ReviewDialog({ booking, onSent, onClose }: ReviewDialogProps) {
  const [stars, setStars] = useState(0)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isSubmitting, setIsSubmitting] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (stars === 0) return setError('Please choose one to five stars')
    setIsSubmitting(true)
    try {
      await reviewBooking(booking.id, { stars, text: text.trim() || null })
      toast.success('Thank you for your review', 'It counts in the ratings of the test and the lab.')
      onSent()
      onClose()
    } catch (failure) {
      toast.error('Failed to send your review', serverText(failure))
    } finally {
      setIsSubmitting(false)
    }
  }

  return (
    <FormDialog
      title="Rate this visit"
      description={[booking.packageName, booking.labPartnerName].filter(Boolean).join(', ')}
      submitLabel="Send review"
      isSubmitting={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <StarPicker
        label="How was it?"
        value={stars}
        onChange={(chosen) => {
          setStars(chosen)
          setError(undefined)
        }}
        error={error}
      />
      <Field
        label="In a sentence"
        optional
        hint="Your lab and Jaanch read it. Other customers see only your stars, as part of a rating."
      >
        <Textarea
          rows={3}
          maxLength={reviewTextMax}
          placeholder="The collector was on time and friendly."
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
