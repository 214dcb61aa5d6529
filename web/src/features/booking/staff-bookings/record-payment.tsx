import { type PaymentMethod, paymentMethods } from '@jaanch/contracts/vocabulary'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { numberText, paymentTexts, testsText } from '@/components/booking/texts'
import { useFormCommand } from '@/components/use-command'
import { moneyOfVisit } from '@/features/booking/visit/visits'
import { rupeesText } from '@/lib/format/numbers'
import { controlOf } from '@/lib/forms'
import { FormDialog } from '@/ui/form-dialog'
import { Line } from '@/ui/form-line'
import { RadioCards } from '@/ui/radio-cards'
import { toast } from '@/ui/toast-store'
import { recordPayment, type Together } from './calls'

const texts = {
  title: 'Record Payment',
  submitLabel: (amount: string) => `Record ${amount}`,
  ofPeople: (people: number, each: string) => `${people} people: ${each}`,
  method: 'Paid by',
  reference: 'Reference',
  referenceHint: "The transaction's number, for the accounts.",
  recorded: 'Payment recorded',
  recordedText: (amount: string, method: string) => `${amount} by ${method}`,
  failed: 'Failed to record payment',
}

type RecordPaymentProps = {
  /** Those of a booking or visit who have not paid */
  people: Together
  onClose: () => void
}
type Payment = { method: PaymentMethod; reference: string }

const options = paymentMethods.map((value) => ({ value, label: paymentTexts[value] }))

/** The sum stays as it was when the dialog opened: live changes do not change the sum that is in somebody's hand. */
export function RecordPayment({ people: now, onClose }: RecordPaymentProps) {
  const [people] = useState(now)
  const { bookings } = people
  const amount = rupeesText(moneyOfVisit(bookings).due)
  const form = useForm<Payment>({
    defaultValues: { method: bookings[0]?.paymentMethod ?? 'cash-on-collection', reference: '' },
  })
  const submit = useFormCommand(form, {
    send: ({ method, reference }: Payment) =>
      recordPayment(people, { method, reference: reference.trim() || null }),
    done(_, { method }) {
      toast.success(texts.recorded, texts.recordedText(amount, paymentTexts[method]))
      onClose()
    },
    failed: texts.failed,
  })
  const each = bookings.map((booking) => `${numberText(booking)}, ${testsText(booking)}`)

  return (
    <FormDialog
      title={texts.title}
      description={bookings.length > 1 ? texts.ofPeople(bookings.length, each.join('; ')) : each[0]}
      submitLabel={texts.submitLabel(amount)}
      {...submit}
      onClose={onClose}
      formClassName="gap-5"
    >
      <RadioCards {...controlOf(form, 'method')} label={texts.method} options={options} />
      {form.watch('method') !== 'cash-on-collection' && (
        <Line {...{ form, texts }} name="reference" optional maxLength={64} />
      )}
    </FormDialog>
  )
}
