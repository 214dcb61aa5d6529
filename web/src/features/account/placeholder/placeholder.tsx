import { Hammer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { paths } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'

const texts = {
  title: 'Coming soon',
  tests: { heading: 'Lab Tests', line: 'The tests that your lab offers will be listed here.' },
  settings: {
    heading: 'Lab Settings',
    line: "Your lab's details will be kept here.",
    capacity: 'Collection capacity',
    profile: 'Lab profile',
    people: 'People',
  },
}

const CapacityDialog = lazyDialog(
  async () => (await import('@/features/booking/capacity/capacity-dialog')).CapacityDialog,
)

export const LabTests = () => <Placeholder {...texts.tests} />

/** Below what is specified: what a lab can already set. */
export function LabSettings() {
  const { name, labPartnerId } = useUser()
  const [isCapacityOpen, setCapacityOpen] = useState(false)
  return (
    <Placeholder
      {...texts.settings}
      action={
        labPartnerId && (
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="outline" onClick={() => setCapacityOpen(true)}>
              {texts.settings.capacity}
            </Button>
            <ButtonLink to={paths.labProfile} variant="outline">
              {texts.settings.profile}
            </ButtonLink>
            <ButtonLink to={paths.labStaff} variant="outline">
              {texts.settings.people}
            </ButtonLink>
          </div>
        )
      }
    >
      {isCapacityOpen && labPartnerId && (
        <CapacityDialog labPartnerId={labPartnerId} labName={name} onClose={() => setCapacityOpen(false)} />
      )}
    </Placeholder>
  )
}

type PlaceholderProps = { heading: string; line: string; action?: ReactNode; children?: ReactNode }

function Placeholder({ heading, line, action, children }: PlaceholderProps) {
  return (
    <>
      <PageHeading title={heading} />
      <EmptyState icon={Hammer} title={texts.title} action={action} text={line} />
      {children}
    </>
  )
}
