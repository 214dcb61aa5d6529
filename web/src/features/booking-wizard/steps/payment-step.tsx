import { Banknote, CreditCard, Smartphone } from 'lucide-react'
import { patientText, whenText } from '@/components/booking/when-text'
import { FastingWarning } from '@/components/package/fasting-warning'
import { useFamily } from '@/lib/api/people'
import { rupeesText } from '@/lib/format/money'
import { Card } from '@/ui/card'
import { RadioCards } from '@/ui/radio-cards'
import type { Draft } from '../draft'
import type { StepProps } from '../step-view'
import { Question } from './question'

const options = [
  {
    value: 'cash',
    label: 'Cash on Collection',
    description: 'Pay when the sample is collected',
    icon: <Banknote />,
  },
  { value: 'upi', label: 'UPI', description: 'Any UPI app', icon: <Smartphone /> },
  { value: 'card', label: 'Credit/Debit Card', description: 'Visa, Mastercard, RuPay', icon: <CreditCard /> },
]

export function PaymentStep({ item, draft, keep }: StepProps) {
  const member = useFamily().rows.find(({ id }) => id === draft.familyMemberId) ?? null
  const rows = [
    ['Test', item.name],
    ['Patient', patientText(member)],
    [
      'Collection',
      whenText({
        collectionType: draft.collectionType,
        scheduledDate: draft.preferredDate,
        scheduledTime: draft.preferredTime || null,
      }),
    ],
    ['Address', `${draft.address.street}, ${draft.address.city}`],
  ] as const
  return (
    <>
      {draft.collectionType === 'instant' && (
        <FastingWarning item={item} advice="If you have eaten, choose a scheduled collection." />
      )}
      <Question>How would you like to pay?</Question>
      <RadioCards
        label="Payment method"
        value={draft.paymentMethod}
        onChange={(method) => keep({ paymentMethod: method as Draft['paymentMethod'] })}
        options={options}
      />
      <Card className="mt-5 p-5">
        <dl className="grid grid-cols-1 gap-3">
          {rows.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-6">
              <dt className="shrink-0 text-ink-soft">{name}</dt>
              <dd className="min-w-0 text-balance text-right">{value}</dd>
            </div>
          ))}
          <div className="flex items-baseline justify-between gap-6 border-t pt-3">
            <dt className="font-semibold">Total</dt>
            <dd className="font-bold text-xl tabular-nums">{rupeesText(item.price)}</dd>
          </div>
        </dl>
        {draft.collectionType === 'instant' && (
          <p className="mt-2 text-ink-soft text-xs">The express fee of ₹100 is not part of this total.</p>
        )}
      </Card>
    </>
  )
}
