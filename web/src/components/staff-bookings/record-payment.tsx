import type { BookingView } from '@jaanch/contracts/http/bookings'
import { type PaymentMethod, paymentMethods } from '@jaanch/contracts/vocabulary'
import { Controller, useForm } from 'react-hook-form'
import { numberText, paymentTexts, testsText } from '@/components/booking/texts'
import { useDialogCommand } from '@/components/use-command'
import { rupeesText } from '@/lib/format/numbers'
import { recordPayment } from '@/lib/resources/bookings'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { RadioCards } from '@/ui/radio-cards'
import { toast } from '@/ui/toast-store'
import { payment as texts } from './texts'

type RecordPaymentProps = { booking: BookingView; onClose: () => void }
type Payment = { method: PaymentMethod; reference: string }

const options = paymentMethods.map((value) => ({ value, label: paymentTexts[value] }))

export function RecordPayment({ booking, onClose }: RecordPaymentProps) {
  const amount = rupeesText(booking.finalAmount)
  const { control, register, handleSubmit, watch } = useForm<Payment>({
    defaultValues: { method: booking.paymentMethod, reference: '' },
  })
  const { run, busy } = useDialogCommand({
    send: ({ method, reference }: Payment) =>
      recordPayment(booking.id, { method, reference: reference.trim() || null }),
    done(_, { method }) {
      toast.success(texts.recorded, texts.recordedText(amount, paymentTexts[method]))
      onClose()
    },
    failed: texts.failed,
  })

  return (
    <FormDialog
      title={texts.title}
      description={`${numberText(booking)}, ${testsText(booking)}`}
      submitLabel={texts.submitLabel(amount)}
      isSubmitting={busy}
      onSubmit={handleSubmit(run)}
      onClose={onClose}
      formClassName="gap-5"
    >
      <Controller
        control={control}
        name="method"
        render={({ field: { value, onChange } }) => (
          <RadioCards label={texts.method} value={value} onChange={onChange} options={options} />
        )}
      />
      {watch('method') !== 'cash-on-collection' && (
        <Field label={texts.reference} optional hint={texts.referenceHint}>
          <Input maxLength={64} autoComplete="off" {...register('reference')} />
        </Field>
      )}
    </FormDialog>
  )
}
