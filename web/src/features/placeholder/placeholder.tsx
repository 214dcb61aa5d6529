import { Hammer } from 'lucide-react'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'

export const LabTests = () => (
  <Placeholder heading="Lab Tests" line="The tests that your lab offers will be listed here." />
)
export const LabReports = () => (
  <Placeholder heading="Lab Reports" line="The reports that your lab has released will be listed here." />
)
export const LabSettings = () => (
  <Placeholder heading="Lab Settings" line="Your lab's details will be kept here." />
)

function Placeholder({ heading, line }: { heading: string; line: string }) {
  return (
    <>
      <PageHeading title={heading} />
      <EmptyState icon={Hammer} title="Coming soon">
        {line}
      </EmptyState>
    </>
  )
}
