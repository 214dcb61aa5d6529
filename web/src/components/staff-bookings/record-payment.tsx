import type { BookingView } from '@jaanch/contracts/http/bookings'
import { type PaymentMethod, paymentMethods } from '@jaanch/contracts/vocabulary'
import { useState } from 'react'
import { paymentTexts, testsText } from '@/components/booking/texts'
import { useDialogFailure } from '@/components/toast-failure'
import { rupeesText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { recordPayment } from '@/lib/resources/bookings'
import { Dialog, DialogActions } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { RadioCards } from '@/ui/radio-cards'
import { toast } from '@/ui/toast-store'

type RecordPaymentProps = { booking: BookingView; onClose: () => void }

const options = paymentMethods.map((value) => ({ value, label: paymentTexts[value] }))

/** Records a payment at the collection. The API rejects a second one. */
export function RecordPayment({ booking, onClose }: RecordPaymentProps) {
  const [method, setMethod] = useState<PaymentMethod>(booking.paymentMethod)
  const [reference, setReference] = useState('')
  const [submitting, setSubmitting] = useState(false)
  const showFailure = useDialogFailure()

  async function record() {
    setSubmitting(true)
    try {
      await recordPayment(booking.id, { method, reference: reference.trim() || null })
      toast.success('Payment recorded', `${rupeesText(booking.finalAmount)} by ${paymentTexts[method]}`)
      onClose()
    } catch (error) {
      showFailure('Failed to record payment', error, { repeat: () => void record() })
      setSubmitting(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Record Payment"
      description={`#${shortId(booking.id)}, ${testsText(booking)}`}
      footer={
        <DialogActions
          submitLabel={`Record ${rupeesText(booking.finalAmount)}`}
          loading={submitting}
          onCancel={onClose}
          onSubmit={() => void record()}
        />
      }
    >
      <div className="grid gap-5">
        <RadioCards
          label="Paid by"
          value={method}
          onChange={(value) => setMethod(value as PaymentMethod)}
          options={options}
        />
        {method !== 'cash-on-collection' && (
          <Field label="Reference" optional hint="The transaction's number, for the accounts.">
            <Input
              value={reference}
              maxLength={64}
              autoComplete="off"
              onChange={(event) => setReference(event.target.value)}
            />
          </Field>
        )}
      </div>
    </Dialog>
  )
}
