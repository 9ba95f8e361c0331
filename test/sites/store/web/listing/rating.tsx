// A rating as stars.
export function Rating({ rating, reviewCount }: { rating: number; reviewCount?: number }) {
  return (
    <span class="rating">
      <span class="stars" role="img" aria-label={`Rated ${rating} out of 5`}>
        <span class="stars-full" style={{ width: `${(rating / 5) * 100}%` }} />
      </span>
      {reviewCount !== undefined && (
        <span class="muted">
          ({reviewCount}
          <span class="visually-hidden"> reviews</span>)
        </span>
      )}
    </span>
  );
}
