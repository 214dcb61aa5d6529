import type { City } from '@jaanch/contracts/vocabulary'

/** A city of demo customers: its areas with PIN codes, and the e-mail address of the demo lab that serves it. */
type DemoCity = { state: string; areas: [area: string, pincode: string][]; lab: string }

export const demoCities: Record<City, DemoCity> = {
  Ahmedabad: {
    state: 'Gujarat',
    areas: [
      ['Navrangpura', '380009'],
      ['Satellite', '380015'],
      ['Maninagar', '380008'],
      ['Bopal', '380058'],
    ],
    lab: 'lab1@jaanch.example',
  },
  Bangalore: {
    state: 'Karnataka',
    areas: [
      ['Indiranagar', '560038'],
      ['Jayanagar', '560041'],
      ['Koramangala', '560034'],
      ['Whitefield', '560066'],
    ],
    lab: 'lab3@jaanch.example',
  },
  Chennai: {
    state: 'Tamil Nadu',
    areas: [
      ['Adyar', '600020'],
      ['T. Nagar', '600017'],
      ['Anna Nagar', '600040'],
      ['Velachery', '600042'],
    ],
    lab: 'lab3@jaanch.example',
  },
  Delhi: {
    state: 'Delhi',
    areas: [
      ['Karol Bagh', '110005'],
      ['Lajpat Nagar', '110024'],
      ['Dwarka', '110075'],
      ['Rohini', '110085'],
    ],
    lab: 'lab4@jaanch.example',
  },
  Hyderabad: {
    state: 'Telangana',
    areas: [
      ['Banjara Hills', '500034'],
      ['Madhapur', '500081'],
      ['Kukatpally', '500072'],
      ['Begumpet', '500016'],
    ],
    lab: 'lab3@jaanch.example',
  },
  Kolkata: {
    state: 'West Bengal',
    areas: [
      ['Salt Lake', '700064'],
      ['Ballygunge', '700019'],
      ['Behala', '700034'],
      ['Park Street', '700016'],
    ],
    lab: 'lab4@jaanch.example',
  },
  Mumbai: {
    state: 'Maharashtra',
    areas: [
      ['Andheri West', '400058'],
      ['Bandra West', '400050'],
      ['Dadar West', '400028'],
      ['Powai', '400076'],
    ],
    lab: 'lab2@jaanch.example',
  },
  Pune: {
    state: 'Maharashtra',
    areas: [
      ['Kothrud', '411038'],
      ['Aundh', '411007'],
      ['Viman Nagar', '411014'],
      ['Hadapsar', '411028'],
    ],
    lab: 'lab2@jaanch.example',
  },
  Surat: {
    state: 'Gujarat',
    areas: [
      ['Adajan', '395009'],
      ['Vesu', '395007'],
      ['Varachha', '395006'],
      ['Nanpura', '395001'],
    ],
    lab: 'lab2@jaanch.example',
  },
  Jaipur: {
    state: 'Rajasthan',
    areas: [
      ['Malviya Nagar', '302017'],
      ['Vaishali Nagar', '302021'],
      ['Mansarovar', '302020'],
      ['C-Scheme', '302001'],
    ],
    lab: 'lab4@jaanch.example',
  },
}

export const buildings = [
  'Shanti Residency',
  'Lotus Heights',
  'Sai Apartments',
  'Green Park Society',
  'Ashoka Enclave',
  'Silver Oaks',
  'Sunrise Towers',
  'Ganga Kunj',
  'Rose Villa',
]

export const landmarks = [
  null,
  null,
  'Near the post office',
  'Opposite the bus stand',
  'Behind the public library',
  'Next to the petrol pump',
  'Near the metro station',
]
