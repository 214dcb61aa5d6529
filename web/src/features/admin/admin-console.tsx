import { type ReactNode, useState } from 'react'
import { useTitle } from '@/lib/use-title'
import { PageHeading } from '@/ui/page-heading'
import { Tabs } from '@/ui/tabs'
import { LabApprovals } from './lab-approvals'
import { ManageBookings } from './manage-bookings'

const tabs = [
  { name: 'overview', label: 'Overview' },
  { name: 'approvals', label: 'Lab Approvals' },
  { name: 'bookings', label: 'Manage Bookings' },
] as const

type AdminConsoleProps = {
  /** What needs attention, and the analytics: features of their own, which stand on the Overview */
  attention: ReactNode
  analytics: ReactNode
}

export function AdminConsole({ attention, analytics }: AdminConsoleProps) {
  useTitle('Dashboard')
  const [tab, setTab] = useState<'overview' | 'approvals' | 'bookings'>('overview')
  return (
    <>
      <PageHeading title="Dashboard" note="Labs and bookings, as they come in." />
      <Tabs label="Console" tabs={tabs} value={tab} onChange={setTab}>
        {tab === 'overview' && (
          <div className="grid gap-8">
            {attention}
            {analytics}
          </div>
        )}
        {tab === 'approvals' && <LabApprovals />}
        {tab === 'bookings' && <ManageBookings />}
      </Tabs>
    </>
  )
}
