import { PackageX, ShieldAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { usePackage } from '@/features/catalogue/packages-calls'
import { readDraft, writeDraft } from '@/lib/drafts'
import { paths } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { ButtonLink } from '@/ui/button'
import { SkeletonBlocks } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { type BookingToRepeat, useBookingToRepeat } from './calls'
import { type Draft, draftName, newDraft } from './draft'
import { maxTests, pairOf } from './visit'
import { Wizard } from './wizard'
import { WizardFrame, WizardMessage } from './wizard-frame'

const texts = {
  failed: ['Your booking could not be repeated', 'Please choose people and address again.'],
  unanswered: ['You have begun to book this test', 'What you entered is kept.'],
} as const

export function WizardPage() {
  const { role } = useUser()
  const { packageId = '' } = useParams()
  if (role !== 'customer') {
    return (
      <WizardMessage
        icon={ShieldAlert}
        title="Access Denied - Only customers can book tests"
        action={<ButtonLink to={paths.dashboard}>Go to Dashboard</ButtonLink>}
      />
    )
  }
  return <CustomerWizard key={packageId} packageId={packageId} />
}

function CustomerWizard({ packageId }: { packageId: string }) {
  const { data, loading } = usePackage(packageId)
  const isPreparing = useBookAgain(packageId)
  if (loading || isPreparing) {
    return (
      <WizardFrame>
        <SkeletonBlocks
          className="mx-auto grid max-w-2xl gap-4 px-4 py-8"
          blocks={['h-8 w-2/3', 'h-40 w-full', 'h-24 w-full']}
        />
      </WizardFrame>
    )
  }
  if (!data) {
    return (
      <WizardMessage
        icon={PackageX}
        title="This test is not available at present."
        action={<ButtonLink to={paths.tests}>Browse tests</ButtonLink>}
      />
    )
  }
  return <Wizard item={data} />
}

/**
 * `?again=` a past booking: the draft begins with its people, tests and address. `?for=` a person: it begins with that one. The address
 * then loses it, so that a reload goes on.
 * @returns whether the draft is not made yet
 */
function useBookAgain(packageId: string): boolean {
  const { id: userId } = useUser()
  const [search, setSearch] = useSearchParams()
  const again = search.get('again')
  const person = search.get('for')
  const { data, loading } = useBookingToRepeat(again)
  useEffect(() => {
    if ((again === null && person === null) || loading) return
    const name = draftName(userId, packageId)
    const stored = readDraft(name) as Partial<Draft> | null
    // a request without an answer may have been booked
    if (stored?.unanswered?.length) toast.info(...texts.unanswered)
    else if (data) writeDraft(name, draftAgain(packageId, data))
    else if (person !== null) writeDraft(name, draftFor(packageId, person))
    else toast.error(...texts.failed)
    setSearch({}, { replace: true })
  }, [again, person, loading, data, userId, packageId, setSearch])
  return again !== null || person !== null
}

/** @param packageId the test of the page, which comes first */
export function draftAgain(
  packageId: string,
  { items, paymentMethod, address, addressId }: BookingToRepeat,
): Draft {
  const others = items.flatMap(({ packageIds }) => packageIds).filter((id) => id !== packageId)
  const extraPackageIds = [...new Set(others)].slice(0, maxTests - 1)
  const [first = null, ...otherPatients] = items.map(({ familyMemberId }) => familyMemberId ?? null)
  const { phone = '', ...place } = address ?? {}
  return {
    ...newDraft(packageId),
    extraPackageIds,
    familyMemberId: first,
    otherPatients,
    skipped: items.flatMap(({ familyMemberId = null, packageIds }) =>
      [packageId, ...extraPackageIds]
        .filter((id) => !packageIds.includes(id))
        .map((id) => pairOf(familyMemberId, id)),
    ),
    paymentMethod: paymentMethod === 'cash-on-collection' ? 'cash' : paymentMethod,
    ...(address && {
      selectedAddressId: addressId ?? 'new',
      contactNumber: phone,
      address: { street: '', city: '', state: '', pincode: '', landmark: '', ...place },
    }),
  }
}

/** @param person `self`, or a family member's id. One who is not in the family is refused like any other when it is booked */
export function draftFor(packageId: string, person: string): Draft {
  return { ...newDraft(packageId), familyMemberId: person === 'self' ? null : person }
}
