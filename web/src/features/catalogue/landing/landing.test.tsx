import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WithFacts } from '@/testing/facts'
import { Trust } from './landing'

const show = (facts: Parameters<typeof WithFacts>[0]['facts']) =>
  render(
    <WithFacts facts={facts}>
      <Trust />
    </WithFacts>,
  )
const figures = () => screen.queryAllByRole('definition').map(({ textContent }) => textContent)

test('the figures of the landing page are those of the specification by default', () => {
  show({})
  expect(figures()).toEqual(['50K+', '500+', '100+', '4.8/5', '99.9%'])
})

test('the figures of the landing page are replaced or hidden one by one', () => {
  show({ landingCustomers: '1,200', landingRating: null })
  expect(figures()).toEqual(['1,200', '500+', '100+', '99.9%'])
})

test('without figures the landing page still names its reasons, and announces no numbers', () => {
  const ids = ['landingCustomers', 'landingLabs', 'landingCities', 'landingRating', 'landingAccuracy']
  show(Object.fromEntries(ids.map((id) => [id, null])))
  expect(figures()).toEqual([])
  expect(screen.queryByText(/^Numbers/)).toBeNull()
  expect(screen.getByRole('heading', { name: 'NABL-certified labs' })).toBeTruthy()
})
