import { Banknote, CreditCard, Smartphone } from 'lucide-react'
import { patientText } from '@/components/booking/texts'
import { FastingWarning } from '@/components/package/fasting-warning'
import { rupeesText } from '@/lib/format/numbers'
import { useFamily } from '@/lib/resources/people'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import { RadioCards } from '@/ui/radio-cards'
import type { StepProps } from '../draft'
import { collectionText, type Draft } from '../draft'
import { StepHeading } from './step-heading'

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

export function PaymentStep({ item, draft, updateDraft }: StepProps) {
  const member = useFamily().rows.find(({ id }) => id === draft.familyMemberId) ?? null
  const rows = [
    ['Test', item.name],
    ['Patient', patientText(member)],
    ['Collection', collectionText(draft)],
    ['Address', `${draft.address.street}, ${draft.address.city}`],
  ] as const
  return (
    <>
      {draft.collectionType === 'instant' && (
        <FastingWarning item={item} advice="If you have eaten, choose a scheduled collection." />
      )}
      <StepHeading>How would you like to pay?</StepHeading>
      <RadioCards
        label="Payment method"
        value={draft.paymentMethod}
        onChange={(method) => updateDraft({ paymentMethod: method as Draft['paymentMethod'] })}
        options={options}
      />
      <Card className="mt-5 p-5">
        <DescriptionList layout="row" items={rows} className="grid-cols-1 gap-3">
          <div className="flex items-baseline justify-between gap-6 border-t pt-3">
            <dt className="font-semibold">Total</dt>
            <dd className="font-bold text-xl tabular-nums">{rupeesText(item.price)}</dd>
          </div>
        </DescriptionList>
        {draft.collectionType === 'instant' && (
          <p className="mt-2 text-ink-soft text-xs">The express fee of ₹100 is not part of this total.</p>
        )}
      </Card>
    </>
  )
}
