import { SecurityPanel } from '@/components/account/security-panel'
import { TwoStepPanel } from '@/components/account/two-step-panel'
import { useUser } from '@/lib/session/session-context'
import { useTitle } from '@/lib/use-title'
import { PageHeading } from '@/ui/page-heading'

/** Behind the avatar of labs and admins; customers have the same in their profile. */
export function Account() {
  const { role } = useUser()
  useTitle('Account')
  return (
    <>
      <PageHeading title="Account" description="How you sign in, and where." />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <SecurityPanel />
        {role !== 'customer' && <TwoStepPanel />}
      </div>
    </>
  )
}
