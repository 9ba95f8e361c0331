// The foot of every page.
export function Footer() {
  return (
    <footer class="footer">
      <div class="footer-inner">
        <p>
          <strong>Fernway</strong>
          <br />
          Things for outside and in, made to last.
        </p>
        <nav aria-label="Help">
          <ul>
            <li>
              <a href="/search">All products</a>
            </li>
            <li>
              <a href="/account/orders">My orders</a>
            </li>
          </ul>
        </nav>
        <p>
          Free standard delivery from £60.
          <br />
          30 days to change your mind.
        </p>
      </div>
    </footer>
  );
}
