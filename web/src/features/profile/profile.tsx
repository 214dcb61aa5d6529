import { Suspense } from 'react'
import { SecurityPanel } from '@/components/account/security-panel'
import { lazyPart } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { AddressSection } from './address-section'
import { DetailsSection } from './details-section'
import { FamilySection } from './family-section'
import { PreferencesSection } from './preferences-section'
import { PrivacySection } from './privacy-section'
import { page as texts } from './texts'

// Below the fold of the page, and not needed to change anything on it
const AccessSection = lazyPart(async () => (await import('./access-section')).AccessSection)

export function Profile() {
  return (
    <>
      <PageHeading {...texts} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          <DetailsSection />
          <FamilySection />
          <PrivacySection />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <AddressSection />
          <PreferencesSection />
          <SecurityPanel />
          <Suspense>
            <AccessSection />
          </Suspense>
        </div>
      </div>
    </>
  )
}
