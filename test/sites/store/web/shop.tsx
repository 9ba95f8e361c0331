// What every page shares: who is signed in, the cart, and a voice for screen readers.
import { createContext, type ComponentChildren } from "preact";
import { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { SessionState, type Account, type SignIn } from "../contract/account.ts";
import { Cart, EMPTY_CART, type AddToCart } from "../contract/cart.ts";
import { call } from "./shop-api.ts";

export type Shop = {
  account: Account | null;
  cart: Cart;
  /** False until the server has said who is here and what the cart holds. */
  isReady: boolean;
  isCartOpen: boolean;
  showCart: (isOpen: boolean) => void;
  addToCart: (addition: AddToCart) => Promise<void>;
  changeQuantity: (sku: string, quantity: number) => Promise<void>;
  reloadCart: () => Promise<void>;
  signIn: (credentials: SignIn) => Promise<void>;
  signOut: () => Promise<void>;
  /** Says something to screen readers. */
  announce: (message: string) => void;
};

const ShopContext = createContext<Shop | null>(null);

export function useShop(): Shop {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error("useShop needs a ShopProvider around it");
  return shop;
}

export function ShopProvider({ children }: { children: ComponentChildren }) {
  const [account, setAccount] = useState<Account | null>(null);
  const [cart, setCart] = useState<Cart>(EMPTY_CART);
  const [isReady, setReady] = useState(false);
  const [isCartOpen, showCart] = useState(false);
  const [message, announce] = useState("");
  // Changes to the cart go one after the other, so that answers cannot overtake each other.
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const actions = useMemo(() => {
    const inTurn = <T,>(work: () => Promise<T>): Promise<T> => {
      const turn = queue.current.then(work, work);
      queue.current = turn.catch(() => undefined);
      return turn;
    };
    const reloadCart = () => inTurn(async () => setCart(await call(Cart, "GET", "/cart")));
    return {
      reloadCart,
      addToCart: (addition: AddToCart) =>
        inTurn(async () => setCart(await call(Cart, "POST", "/cart/lines", { body: addition }))),
      changeQuantity: (sku: string, quantity: number) =>
        inTurn(async () =>
          setCart(
            quantity === 0
              ? await call(Cart, "DELETE", `/cart/lines/${sku}`)
              : await call(Cart, "PATCH", `/cart/lines/${sku}`, { body: { quantity } }),
          ),
        ),
      signIn: async (credentials: SignIn) => {
        const state = await call(SessionState, "POST", "/session", { body: credentials });
        setAccount(state.account);
      },
      signOut: async () => {
        const state = await call(SessionState, "DELETE", "/session");
        setAccount(state.account);
        await reloadCart();
      },
    };
  }, []);

  useEffect(() => {
    const session = call(SessionState, "GET", "/session").then((state) =>
      setAccount(state.account),
    );
    void Promise.allSettled([session, actions.reloadCart()]).then(() => setReady(true));
  }, [actions]);

  const shop = { account, cart, isReady, isCartOpen, showCart, announce, ...actions };
  return (
    <ShopContext.Provider value={shop}>
      {children}
      <div class="visually-hidden" role="status" aria-live="polite">
        {message}
      </div>
    </ShopContext.Provider>
  );
}
