import { Navigate } from 'react-router-dom'
import { SecurityPanel } from '@/components/account/security-panel'
import { TwoStepPanel } from '@/components/account/two-step-panel'
import { paths } from '@/lib/paths'
import { useSessions } from '@/lib/resources/auth'
import { useSecondFactors } from '@/lib/resources/second-factors'
import { useUser } from '@/lib/session/session-context'
import { PageHeading } from '@/ui/page-heading'
import { Skeleton } from '@/ui/skeleton'

/** Behind the avatar of labs and admins; customers have their sessions and password in the profile. */
export function Account() {
  const { role } = useUser()
  return role === 'customer' ? <Navigate to={paths.profile} replace /> : <StaffAccount />
}

function StaffAccount() {
  const { loading: loadingSessions } = useSessions()
  const { loading: loadingFactors } = useSecondFactors()
  return (
    <>
      <PageHeading title="Account" description="How you sign in, and where." />
      {loadingSessions || loadingFactors ? (
        // both at once: a list that becomes longer would move the one below it
        <div role="status" aria-label="Loading" className="grid grid-cols-1 gap-5 lg:grid-cols-2">
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
        </div>
      ) : (
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          <SecurityPanel />
          <TwoStepPanel />
        </div>
      )}
    </>
  )
}
