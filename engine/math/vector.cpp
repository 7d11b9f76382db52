// SPDX-License-Identifier: Apache-2.0
#include "math/vector.h"

#include <Eigen/LU>

namespace trammel {

Vector::Vector_(int n, Real fill) : Map(nullptr, 0) {
    resize(n);
    setTo(fill);
}
void Vector::copy(const Map& other) { *this = other; }
Vector Vector::abs() const { return Vector(Map::cwiseAbs()); }
Vector Vector::elementwiseMultiply(const Vector& o) const { return Vector(Map::cwiseProduct(o)); }
Vector Vector::elementwiseDivide(const Vector& o) const { return Vector(Map::cwiseQuotient(o)); }
Vector Vector::elementwiseInvert() const { return Vector(Map::cwiseInverse()); }

RowVector::RowVector(int n, Real fill) : Base(Base::Constant(n, fill)) {}

Matrix::Matrix_(int rows, int columns, Real fill) : Base(Base::Constant(rows, columns, fill)) {}
Matrix& Matrix::operator=(Real diagonal) {
    Base::operator=(diagonal* Base::Identity(rows(), cols()));
    return *this;
}
Matrix::BlockView& Matrix::BlockView::operator=(Real diagonal) {
    setZero();
    this->diagonal().setConstant(diagonal);
    return *this;
}

void Matrix::resizeKeep(int rows, int columns) { conservativeResizeLike(Eigen::MatrixXd::Zero(rows, columns)); }
Matrix Matrix::abs() const { return Matrix(Base::cwiseAbs()); }
Matrix Matrix::elementwiseMultiply(const Matrix_& o) const { return Matrix(Base::cwiseProduct(o)); }
Matrix Matrix::invert() const { return Matrix(Base::inverse()); }

}  // namespace trammel
