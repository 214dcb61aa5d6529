import { PackageX, ShieldAlert } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { usePackage } from '@/lib/resources/packages'
import { useUser } from '@/lib/session/session-context'
import { ButtonLink } from '@/ui/button'
import { Skeleton } from '@/ui/skeleton'
import { useBookAgain } from './book-again'
import { Wizard } from './wizard'
import { WizardFrame, WizardMessage } from './wizard-frame'

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
        <div role="status" aria-label="Loading" className="mx-auto grid max-w-2xl gap-4 px-4 py-8">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
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
