import type { BookingView } from '@jaanch/contracts/http/bookings'
import { reviewTextMax } from '@jaanch/contracts/http/reviews'
import { type FormEvent, useState } from 'react'
import { useDialogFailure } from '@/components/toast-failure'
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
  const showFailure = useDialogFailure()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (stars === 0) return setError('Please choose one to five stars')
    void send()
  }

  async function send() {
    setIsSubmitting(true)
    try {
      await reviewBooking(booking.id, { stars, text: text.trim() || null })
      toast.success('Thank you for your review', 'It counts in the ratings of the test and the lab.')
      onSent()
      onClose()
    } catch (failure) {
      showFailure('Failed to send your review', failure, { repeat: () => void send() })
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
      onSubmit={submit}
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
