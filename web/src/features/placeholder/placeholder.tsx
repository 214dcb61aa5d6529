import { Hammer } from 'lucide-react'
import { useTitle } from '@/lib/use-title'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'

const screens = {
  labTests: ['Lab Tests', 'Coming soon', 'The tests that your lab offers will be listed here.'],
  labReports: ['Lab Reports', 'Coming soon', 'The reports that your lab has released will be listed here.'],
  labSettings: ['Lab Settings', 'Coming soon', "Your lab's details will be kept here."],
} as const

/** A page of the menu that is not built yet. */
export function Placeholder({ screen }: { screen: keyof typeof screens }) {
  const [heading, state, line] = screens[screen]
  useTitle(heading)
  return (
    <>
      <PageHeading title={heading} />
      <EmptyState icon={Hammer} title={state}>
        {line}
      </EmptyState>
    </>
  )
}
