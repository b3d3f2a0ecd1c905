/** What the admin's calls answer, as the pages use it (spec 3; contract 3). Instants are ISO, dates `YYYY-MM-DD`. */
export type ListedApplication = {
  id: string
  businessName: string | null
  businessTypes: string[] | null
  buyerName: string | null
  mainEmail: string | null
  completionPercentage: number | null
  status: string | null
  createdAt: string | null
  submittedAt: string | null
}

export type Listing = {
  applications: ListedApplication[]
  total: number
  totalIsMinimum: boolean
  nextCursor: string | null
}

export type Analytics = {
  totalApplications?: number
  completionRate?: number
  pendingReview?: number
  approvedToday?: number
  monthlyStats: { month: string; completionRate: number }[]
  businessTypeStats: { name: string; count: number }[]
}

export type RecentUpdate = {
  id: string
  businessName: string | null
  status: string
  updatedAt: string
  section: string | null
  summary: string
}
