// SPDX-License-Identifier: Apache-2.0
#include "simbody/contact_impulses.h"

#include <algorithm>
#include <cmath>

namespace SimTK {

namespace {

class ImpulseSearch {
public:
    ImpulseSearch(const Matrix& A, const Vector& v0) : A_(A), v_(v0), p_(int(v0.size())), belongs_(v0.size(), false) {
        p_.setZero();
    }

    const Vector& run(const std::vector<ContactRows>& contacts) {
        for (const ContactRows& c : contacts) {
            belongs_[std::size_t(c.normal)] = true;
            if (c.friction >= 0) belongs_[std::size_t(c.friction)] = belongs_[std::size_t(c.friction) + 1] = true;
            if (c.isKnown) add(c.normal, c.known);
        }
        constexpr int mostSweeps = 10'000;
        constexpr Real negligible = 1e-15;
        Real largest = 0;
        for (int sweep = 0; sweep < mostSweeps; ++sweep) {
            change_ = 0;
            for (int i = 0; i < v_.size(); ++i)
                if (!belongs_[std::size_t(i)] && A_(i, i) > 0) add(i, -v_[i] / A_(i, i));
            for (const ContactRows& c : contacts) {
                if (!c.isKnown) pushApart(c);
                if (c.friction >= 0) rub(c);
            }
            largest = std::max(largest, change_);
            if (change_ <= negligible * largest) break;
        }
        return p_;
    }

private:
    void add(int row, Real impulse) {
        p_[row] += impulse;
        for (int i = 0; i < v_.size(); ++i) v_[i] += A_(i, row) * impulse;
        change_ = std::max(change_, std::abs(A_(row, row) * impulse));
    }
    void pushApart(const ContactRows& c) {
        if (!(A_(c.normal, c.normal) > 0)) return;
        const Real wanted = p_[c.normal] + (c.sign * c.rebound - v_[c.normal]) / A_(c.normal, c.normal);
        add(c.normal, (c.sign * wanted > 0 ? wanted : 0) - p_[c.normal]);
    }
    void rub(const ContactRows& c) {
        // One factor for both rows, so that an impulse on the cone is opposite to the slip.
        const Real stiffest = std::max(A_(c.friction, c.friction), A_(c.friction + 1, c.friction + 1));
        if (!(stiffest > 0)) return;
        Vec2 wanted(p_[c.friction] - v_[c.friction] / stiffest, p_[c.friction + 1] - v_[c.friction + 1] / stiffest);
        const Real most = c.mu * std::abs(p_[c.normal]), size = wanted.norm();
        if (size > most) wanted *= most / size;
        for (int k = 0; k < 2; ++k) add(c.friction + k, wanted[k] - p_[c.friction + k]);
    }

    const Matrix& A_;
    Vector v_, p_;
    std::vector<bool> belongs_;
    Real change_ = 0;
};

}  // namespace

Vector calcContactImpulses(const Matrix& A, const Vector& v0, const std::vector<ContactRows>& contacts) {
    return ImpulseSearch(A, v0).run(contacts);
}

}  // namespace SimTK
